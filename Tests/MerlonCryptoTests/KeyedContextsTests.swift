#if os(Linux) && canImport(COpenSSL)
    import Foundation
    import MerlonCore
    import TestSupport
    import Testing

    @testable import MerlonCrypto

    /// The schedule of a key, which OpenSSL has in ordinary memory, is there while long messages come, and gone soon after the last one.
    struct KeyedContextsTests {
        @Test(arguments: [("busy", true), ("idle", false)])
        func scheduleStaysWhileMessagesCome(mode: String, stays: Bool) async throws {
            var isThere = !stays
            let child = try await withTemporaryFolder { folder in
                let file = folder.appendingPathComponent("salt")
                return try ChildProcess.run(BuiltProducts.executable("SecretProbe"), ["schedule", file.path, mode]) { pid in
                    let subkey = try Self.subkey(salt: Array(try Data(contentsOf: file)))
                    // However slow the machine is, the awaited answer comes; the other one never does.
                    let deadline = Date() + 100
                    repeat { isThere = try Self.memory(of: pid).range(of: subkey) != nil } while isThere != stays && Date() < deadline
                }
            }
            guard child.output == "hidden\n" else {
                try Test.cancel("needs memfd_secret: else the key itself can be seen, in locked memory")
            }
            #expect(isThere == stays)
        }

        @Test func contextsGoWithTheirKeyAndAreMadeAgain() throws {
            let key = try SystemEntropy().secret(count: 32)
            let contexts = KeyedContexts(aes256: key)
            let message = [UInt8](repeating: 7, count: 5000)
            func exchange() throws -> Bool {
                var (sealed, opened) = ([UInt8](repeating: 0, count: 5016), message.map { _ in UInt8(0) })
                let nonce = try SystemEntropy().bytes(count: 12)
                let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
                unsafe try nonce.withBytes { (nonce) throws(CryptoError) in
                    unsafe try sealed.withMutableBytes { (output) throws(CryptoError) in
                        unsafe try message.withBytes { (message) throws(CryptoError) in
                            unsafe try contexts.seal(
                                AEADInput(nonce: nonce, header: nothing, context: nothing, message: message), into: output)
                        }
                    }
                    unsafe try opened.withMutableBytes { (output) throws(CryptoError) in
                        unsafe try sealed.withBytes { (sealed) throws(CryptoError) in
                            unsafe try contexts.open(
                                AEADInput(nonce: nonce, header: nothing, context: nothing, message: sealed), into: output)
                        }
                    }
                }
                // The same as without a prepared key.
                let again = unsafe try message.withBytes { (message) throws(CryptoError) in
                    unsafe try AEAD.aes256GCM.seal(message, key: key, nonce: nonce, authenticating: [])
                }
                return opened == message && sealed == again
            }
            #expect(try exchange())
            // The first look finds it used; whoever else looks meanwhile only makes it go earlier.
            _ = contexts.sweep()
            #expect(!contexts.sweep() && contexts.count == 0)
            #expect(try exchange())
        }

        private static func subkey(salt: [UInt8]) throws -> Data {
            let material = try SecretBytes(copying: SecretPattern.bytes(seed: 5).prefix(32))
            let info = Array("merlon.seal.1".utf8) + [1] + salt
            let subkey = try HKDF.expand(.sha256, from: material, info: info, count: 32)
            return unsafe subkey.withUnsafeBytes { unsafe Data($0) }
        }

        /// All memory of a process that its parent can read and it can write.
        private static func memory(of pid: Int32) throws -> Data {
            let memory = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(pid)/mem"))
            let maps = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(pid)/maps")).readToEnd() ?? Data()
            var data = Data()
            for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") where line.contains(" rw") {
                let range = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
                guard range.count == 2, range[1] - range[0] < 256 << 20 else { continue }
                try memory.seek(toOffset: range[0])
                data += (try? memory.read(upToCount: Int(range[1] - range[0]))) ?? Data()
            }
            return data
        }
    }
#endif
