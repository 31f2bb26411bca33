import Foundation

/// A self-signed certificate and its key, made by the openssl tool, which the test environment has.
struct TestChain {
    /// In DER.
    let leaf: [UInt8]
    /// In X9.63: the public point, then the scalar.
    let leafKey: Data

    static func make() throws -> TestChain {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-chain-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func openssl(_ arguments: String...) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
            process.arguments = arguments
            process.currentDirectoryURL = folder
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        }
        try openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "key.pem", "-out", "leaf.der",
            "-outform", "DER", "-subj", "/CN=client", "-days", "10")
        try openssl("pkey", "-in", "key.pem", "-outform", "DER", "-out", "key.der")
        let der = try Data(contentsOf: folder.appendingPathComponent("key.der"))
        // PKCS #8: the scalar stands behind 04 20, the point behind 03 42 00.
        guard let scalar = der.range(of: Data([0x04, 0x20])), let point = der.range(of: Data([0x03, 0x42, 0x00])) else {
            throw CocoaError(.coderInvalidValue)
        }
        return TestChain(
            leaf: Array(try Data(contentsOf: folder.appendingPathComponent("leaf.der"))),
            leafKey: der[point.upperBound..<point.upperBound + 65] + der[scalar.upperBound..<scalar.upperBound + 32])
    }
}
