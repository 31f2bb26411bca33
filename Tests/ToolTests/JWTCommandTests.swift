import Foundation
import TestSupport
import Testing

@Suite("merlon jwt")
struct JWTCommandTests {
    private let tool = Executable(product: "merlon")
    private let key =
        #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#

    @Test("What is signed verifies by the published key; everything else is refused with status 1")
    func roundTrip() async throws {
        try await withTemporaryFolder { folder in
            func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
            try write(key, "key")
            let signed = try tool.run(
                ["jwt", "sign", "--keys", "key", "--lifetime", "60"], input: #"{"iss":"i","aud":"a","sub":"ada"}"#, in: folder)
            try #require(signed.status == 0, "\(signed.errors)")
            try write(signed.output, "token")
            let published = try tool.run(["jwt", "jwks", "key"], in: folder)
            #expect(
                published.output.contains(#""kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k""#) && !published.output.contains("nWGxne"))
            try write(published.output, "jwks")
            let verified = try tool.run(["jwt", "verify", "token", "--keys", "jwks", "--issuer", "i", "--audience", "a"], in: folder)
            #expect(verified.status == 0 && verified.output.contains(#""sub": "ada""#), "\(verified.errors)")
            let decoded = try tool.run(["jwt", "decode", "token"], in: folder)
            #expect(decoded.status == 0 && decoded.output.contains("unverifiedClaims"))
            let refused = [
                ["--issuer", "x", "--audience", "a"], ["--issuer", "i", "--audience", "x"],
                ["--issuer", "i", "--audience", "a", "--lifetime", "59"],
                ["--issuer", "i", "--audience", "a", "--type", "at+jwt"], ["--issuer", "i", "--audience", "a", "--nonce", "n"],
                ["--issuer", "i", "--audience", "a", "--at", "2020-01-01"], ["--issuer", "i", "--audience", "a", "--at", "2100-01-01"],
            ]
            for options in refused {
                let run = try tool.run(["jwt", "verify", "token", "--keys", "jwks"] + options, in: folder)
                #expect(run.status == 1 && run.output.isEmpty && run.errors.hasPrefix("error: "), "\(options)")
            }
            let forged = signed.output.replacingOccurrences(of: ".", with: ".A", options: [], range: nil)
            let run = try tool.run(
                ["jwt", "verify", "--keys", "jwks", "--issuer", "i", "--audience", "a"], input: forged, in: folder)
            #expect(run.status == 1 && run.errors == "error: The credential is not valid\n", "\(run.errors)")
            for wrong in [
                ["verify", "token", "--keys", "jwks"], ["verify", "token", "--issuer", "i", "--audience", "a"], ["sign", "--keys", "jwks"],
                ["decode", "jwks"], ["decode", "token", "token"], ["forge"],
            ] {
                #expect(try tool.run(["jwt"] + wrong, input: "{}", in: folder).status == 2, "\(wrong)")
            }
        }
    }
}
