import Foundation
import TestSupport
import Testing

/// What this build's backend sealed and signed opens and verifies in another build, and the other way round.
///
/// Scripts/test names the other build's probe, of the other backend, when it runs the suite on the CryptoKit adapter; without it the build is
/// its own counterpart.
@Suite struct BackendExchangeTests {
    private static let own = BuiltProducts.executable("SecretProbe").path
    private static let other = ProcessInfo.processInfo.environment["MERLON_OTHER_PROBE"] ?? own

    @Test("The same bytes from both", arguments: [(own, other), (other, own)])
    func exchange(writer: String, reader: String) async throws {
        try await withTemporaryFolder { folder in
            let written = try Executable(at: writer).run(["write-exchange", folder.path])
            #expect(written.status == 0 && written.output.hasPrefix("written by "), "\(written.errors.suffix(500))")
            let read = try Executable(at: reader).run(["check-exchange", folder.path])
            #expect(read.status == 0 && read.output.hasPrefix("22 agree with "), "\(read.output) \(read.errors.suffix(500))")
            // Two builds are two backends: else the one of Linux would agree with itself.
            let libraries = [written.output, read.output].compactMap { $0.split(separator: " ").last }
            #expect(Set(libraries).count == (Self.own == Self.other ? 1 : 2), "\(libraries)")
        }
    }
}
