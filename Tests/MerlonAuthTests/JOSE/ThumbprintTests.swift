import MerlonAuth
import MerlonCore
import Testing

@Suite("JWK thumbprints")
struct ThumbprintTests {
    /// RFC 7638, 3.1 and RFC 8037, A.3.
    static let examples = [
        (
            """
            {"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhM\
            stn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-\
            bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","e":"AQAB","alg":"RS256","kid":"2011-04-29"}
            """, "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"
        ),
        (
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
            "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
        ),
    ]

    @Test(arguments: examples)
    func published(_ json: String, _ thumbprint: String) throws {
        let key = try JSONWebKey(parsing: json)
        #expect(try key.thumbprint() == thumbprint)
        #expect(try key.namedByThumbprint().keyID == thumbprint)
        // What is written reads as the same key.
        #expect(try JSONWebKey(parsing: key.publicJSON()).thumbprint() == thumbprint)
    }

    @Test func secretsHaveNone() throws {
        let key = JSONWebKey(secret: try SystemEntropy().secret(count: 32), algorithm: .hs256)
        #expect(throws: AuthError(.invalidKey, "")) { try key.thumbprint() }
        #expect(throws: AuthError(.invalidKey, "")) { try key.publicJSON() }
        #expect("\(key)" == "JWK oct (private)")
    }
}
