#if os(Linux) && canImport(COpenSSL)
    import Foundation
    import TestSupport
    import Testing

    struct FIPSModuleTests {
        /// Where OpenSSL may answer by its FIPS module alone, and there is none, nothing else answers in its place.
        @Test func nothingAnswersForAModuleThatIsAskedFor() async throws {
            try await withTemporaryFolder { folder in
                let file = folder.appendingPathComponent("openssl.cnf")
                let settings = "openssl_conf = init\n[init]\nalg_section = algorithms\n[algorithms]\ndefault_properties = fips=yes\n"
                try Data(settings.utf8).write(to: file)
                let probe = Executable(product: "SecretProbe")
                #expect(try probe.run(["short-messages"]).output == "done\n")
                let limited = try probe.run(["short-messages"], environment: ["OPENSSL_CONF": file.path])
                #expect(limited.output == String(repeating: "backend-failure\n", count: 3) + "done\n", "\(limited)")
            }
        }
    }
#endif
