import MerlonAuth
import MerlonCore
import MerlonCrypto
import Testing

@Suite("Token verifier")
struct TokenVerifierTests {
    @Test func takesARightToken() throws {
        let token = try TokenForge.verifier().verify(try TokenForge.token(payload: TokenForge.payload()))
        #expect(token.registered.subject == "ada")
        #expect(token.registered.audience == ["api"])
        #expect(token.claims.expiry == WallTime(seconds: TokenForge.now + 600))
        #expect(token.header.algorithm == .hs256)
        #expect("\(token)" == "verified token")
    }

    static let now = TokenForge.now

    /// Claims that are rightly signed, and what becomes of them.
    static let claims: [(String, String, AuthError.Code?)] = [
        ("aud in an array", TokenForge.payload(["aud": ["other", "api"]]), nil),
        ("exp as a fraction", TokenForge.payload(["exp": .real(Double(now) + 600.5)]), nil),
        ("exp with an exponent", #"{"iss":"https://id.example","aud":"api","exp":1.8000006E9}"#, nil),
        ("no iat", TokenForge.payload(["iat": nil]), nil),
        ("expired within the skew", TokenForge.payload(["exp": .integer(now - 29)]), nil),
        ("iat and nbf ahead within the skew", TokenForge.payload(["iat": .integer(now + 30), "nbf": .integer(now + 30)]), nil),
        ("other claims of any kind", TokenForge.payload(["x": ["y": [1, .null, true]], "é": "ü"]), nil),
        ("expired at the edge of the skew", TokenForge.payload(["exp": .integer(now - 30)]), .expired),
        ("expired long ago", TokenForge.payload(["exp": 0]), .expired),
        ("exp below zero", TokenForge.payload(["exp": -1]), .expired),
        ("no exp", TokenForge.payload(["exp": nil]), .claimMismatch),
        ("exp as text", TokenForge.payload(["exp": "1800000600"]), .claimMismatch),
        ("exp null", TokenForge.payload(["exp": .null]), .claimMismatch),
        ("exp huge", #"{"iss":"https://id.example","aud":"api","exp":1e300}"#, .claimMismatch),
        ("exp at the end of time", TokenForge.payload(["exp": .integer(.max)]), .claimMismatch),
        ("iat at the beginning of time", TokenForge.payload(["iat": .integer(.min)]), .claimMismatch),
        ("lives too long", TokenForge.payload(["exp": .integer(now + 3591)]), .claimMismatch),
        ("lives too long, no iat", TokenForge.payload(["iat": nil, "exp": .integer(now + 3631)]), .claimMismatch),
        ("nbf ahead", TokenForge.payload(["nbf": .integer(now + 31)]), .notYetValid),
        ("iat ahead", TokenForge.payload(["iat": .integer(now + 31)]), .notYetValid),
        ("another issuer", TokenForge.payload(["iss": "https://id.example/"]), .claimMismatch),
        ("no issuer", TokenForge.payload(["iss": nil]), .claimMismatch),
        ("issuer as a list", TokenForge.payload(["iss": ["https://id.example"]]), .claimMismatch),
        ("another recipient", TokenForge.payload(["aud": "API"]), .claimMismatch),
        ("no recipient", TokenForge.payload(["aud": nil]), .claimMismatch),
        ("no recipient in the list", TokenForge.payload(["aud": []]), .claimMismatch),
        ("recipients that are no texts", TokenForge.payload(["aud": ["api", 1]]), .claimMismatch),
        ("recipient as an object", TokenForge.payload(["aud": ["api": "api"]]), .claimMismatch),
        ("exp twice", #"{"iss":"https://id.example","aud":"api","exp":0,"exp":1800000600}"#, .claimMismatch),
        ("exp twice, once escaped", #"{"iss":"https://id.example","aud":"api","exp":1800000600,"\u0065xp":0}"#, .claimMismatch),
        ("a nested member twice", #"{"iss":"https://id.example","aud":"api","exp":1800000600,"x":{"a":1,"a":1}}"#, .claimMismatch),
        ("an array", "[]", .claimMismatch), ("a text", #""x""#, .claimMismatch), ("nothing", "", .claimMismatch),
        ("cut", "{", .claimMismatch),
        ("two values", TokenForge.payload() + "{}", .claimMismatch),
        ("not UTF-8 in disguise", #"{"iss":"\ud800"}"#, .claimMismatch),
        ("deep", #"{"x":"# + String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + "}", .claimMismatch),
    ]

    @Test func judgesClaims() throws {
        let verifier = try TokenForge.verifier()
        for (name, payload, code) in Self.claims {
            let token = try TokenForge.token(payload: payload)
            var thrown: AuthError.Code?
            do throws(AuthError) { _ = try verifier.verify(token) } catch { thrown = error.code }
            #expect(thrown == code, "\(name)")
        }
    }

    /// Headers whose signature is right, byte for byte, and which no verifier may take.
    static let headers: [(String, Bool)] = [
        (#"{"alg":"HS256","typ":"JWT"}"#, true), (#"{"typ":"application/jwt","alg":"HS256","kid":"x"}"#, true),
        (#" { "alg" : "HS256" } "#, true), (#"{"\u0061lg":"HS256"}"#, true),
        (#"{"alg":"HS256","jku":"https://evil.example/","x5u":"x","jwk":{"kty":"oct","k":""},"x5c":["x"]}"#, true),
        (#"{"alg":"none"}"#, false), (#"{"alg":"None"}"#, false), (#"{"alg":"hs256"}"#, false), (#"{"alg":""}"#, false),
        (#"{"alg":null}"#, false),
        (#"{"alg":["HS256"]}"#, false), (#"{"alg":"HS384"}"#, false), (#"{"alg":"ES256"}"#, false), (#"{"alg":"RS256"}"#, false),
        (#"{}"#, false),
        (#"{"alg":"HS256","alg":"HS256"}"#, false), (#"{"alg":"HS256","\u0061lg":"none"}"#, false), (#"[]"#, false), (#""#, false),
        (#"{"alg":"HS256","crit":[]}"#, false), (#"{"alg":"HS256","crit":["exp"],"exp":1}"#, false),
        (#"{"alg":"HS256","crit":["b64"]}"#, false), (#"{"alg":"HS256","crit":["b64","b64"],"b64":true}"#, false),
        (#"{"alg":"HS256","crit":"b64","b64":true}"#, false), (#"{"alg":"HS256","crit":["alg"]}"#, false),
        (#"{"alg":"HS256","b64":false}"#, false), (#"{"alg":"HS256","crit":["b64"],"b64":false}"#, false),
        (#"{"alg":"HS256","b64":"false"}"#, false), (#"{"alg":"HS256","kid":1}"#, false), (#"{"alg":"HS256","typ":["JWT"]}"#, false),
        (#"{"alg":"HS256"}{}"#, false), ("{\"alg\":\"HS256\",\"x\":\"\u{1}\"}", false),
    ]

    @Test func judgesHeaders() throws {
        let verifier = try TokenForge.verifier()
        for (header, isTaken) in Self.headers {
            let token = try TokenForge.token(header: header, payload: TokenForge.payload())
            var thrown: AuthError?
            do throws(AuthError) { _ = try verifier.verify(token) } catch { thrown = error }
            #expect((thrown == nil) == isTaken, "\(header)")
            #expect(
                thrown.map { $0.code == .authenticationFailed && $0.reason == AuthError.authenticationFailed.reason } ?? true, "\(header)")
        }
    }

    /// Cut at every byte, and with every character replaced by each of some, nothing is taken and nothing is said.
    @Test func changedTextsSayNothing() throws {
        let verifier = try TokenForge.verifier()
        let token = Array(try TokenForge.token(payload: TokenForge.payload()).utf8)
        var texts =
            (0..<token.count).map { Array(token[..<$0]) } + [token + [0x2E], token + [0x41], [0x2E] + token, token + token, [0x2E, 0x2E]]
        for index in token.indices {
            for byte in "A.=+/ \u{0}ÿ".utf8 where byte != token[index] {
                var changed = token
                changed[index] = byte
                texts.append(changed)
            }
        }
        var wrong: [String] = []
        for text in texts {
            let text = String(decoding: text, as: UTF8.self)
            do throws(AuthError) {
                _ = try verifier.verify(text)
                wrong.append(text)
            } catch { if error.reason != AuthError.authenticationFailed.reason { wrong.append("\(error) for \(text)") } }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    @Test func policy() throws {
        let right = try TokenForge.token(payload: TokenForge.payload(["nonce": "n1"]))
        let accessToken = try TokenForge.token(header: #"{"alg":"HS256","typ":"AT+JWT"}"#, payload: TokenForge.payload())
        let endless = try TokenForge.token(payload: TokenForge.payload(["exp": nil]))
        func code(_ token: String, nonce: String? = nil, _ change: (inout TokenPolicy) -> Void = { _ in }) throws -> AuthError.Code? {
            do { _ = try TokenForge.verifier(change).verify(token, nonce: nonce) } catch let error as AuthError { return error.code }
            return nil
        }
        #expect(try code(right, nonce: "n1") == nil)
        #expect(try code(right, nonce: "n2") == .claimMismatch)
        #expect(try code(accessToken, nonce: "n1") == .claimMismatch)
        #expect(try code(accessToken) == .claimMismatch, "another kind of token than the one asked for")
        #expect(try code(accessToken) { $0.type = .named("at+jwt") } == nil)
        #expect(try code(right) { $0.type = .named("at+jwt") } == .claimMismatch)
        #expect(try code(endless) { $0.dangerouslyAllowsMissingExpiry = true } == nil)
        #expect(
            try code(right) {
                $0.maximumAge = .seconds(9); $0.skew = .zero
            } == .expired)
        #expect(
            try code(right) {
                $0.maximumAge = .seconds(10); $0.skew = .zero
            } == nil)
        #expect(try code(right) { $0.maximumLifetime = .minutes(10) } == .claimMismatch)
        #expect(try code(right) { $0.maximumByteCount = right.utf8.count } == nil)
        #expect(try code(right) { $0.maximumByteCount = right.utf8.count - 1 } == .authenticationFailed)
        var policy = TokenPolicy(issuer: "i", audience: "a", skew: .hours(5))
        #expect(policy.skew == TokenPolicy.maximumSkew)
        policy.skew = .seconds(-5)
        #expect(policy.skew == .zero)
        let anyone = TokenVerifier(
            keys: try JSONWebKeySet([try TokenVerificationKey(secret: try TokenForge.secret())]),
            policy: .dangerouslyForAnyAudience(issuer: "https://id.example"), time: FixedTime(wall: Self.now))
        _ = try anyone.verify(try TokenForge.token(payload: TokenForge.payload(["aud": nil])))
    }

    struct Order: Codable, Hashable, Sendable {
        struct Line: Codable, Hashable, Sendable {
            var name: String
            var count: UInt8
        }
        var lines: [Line]
        var total: Double?
        var note: String?
        var tags: [String: Int]
        var paid: Bool
    }

    @Test func claimsOfATypeOfTheCallers() throws {
        let order = Order(
            lines: [.init(name: "é", count: 255), .init(name: "", count: 0)], total: 1.5, note: nil, tags: ["a": -1], paid: true)
        let signer = try TokenSigner(secret: try TokenForge.secret())
        let registered = RegisteredClaims(
            issuer: "https://id.example", audience: ["api"], expiry: WallTime(seconds: Self.now + 60), tokenID: "1")
        let verifier = try TokenForge.verifier()
        let token = try signer.sign(order, registered: registered)
        #expect(try verifier.verify(token, as: Order.self).claims == order)
        #expect(try verifier.verify(token, as: Order.self).registered == registered)
        #expect(try verifier.verifyJSON(token).claims["paid"] == true)
        #expect(throws: AuthError(.invalidArgument, "")) { try signer.sign(["exp": 1], registered: registered) }
        #expect(throws: AuthError(.invalidArgument, "")) { try signer.sign(["x": Double.nan], registered: registered) }
        #expect(throws: AuthError(.invalidArgument, "")) { try signer.sign([1], registered: registered) }
        for wrong in [#""count":256"#, #""count":-1"#, #""count":1.5"#, #""count":"1""#] {
            let text = TokenForge.payload(["lines": [["name": "a", "count": 9]], "tags": [:], "paid": true])
                .replacing(#""count":9"#, with: wrong)
            #expect(throws: AuthError(.claimMismatch, "")) { try verifier.verify(try TokenForge.token(payload: text), as: Order.self) }
        }
        let exponent = TokenForge.payload(["lines": [["name": "a", "count": 9]], "tags": [:], "paid": true])
            .replacing(#""count":9"#, with: #""count":0.9e1"#)
        #expect(try verifier.verify(try TokenForge.token(payload: exponent), as: Order.self).claims.lines == [.init(name: "a", count: 9)])
    }

    @Test func unverifiedTokens() throws {
        let text = try TokenForge.token(header: #"{"alg":"none","kid":"k"}"#, payload: #"{"iss":"i","a":[1]}"#)
        let token = try UnverifiedToken(parsing: text)
        #expect(token.unverifiedAlgorithm == "none" && token.unverifiedKeyID == "k" && token.unverifiedIssuer == "i")
        #expect(token.unverifiedClaims["a"] == [1])
        #expect("\(token)" == "unverified token" && "\(Mirror(reflecting: token).children.count)" == "0")
        _ = try UnverifiedToken(parsing: text.split(separator: ".").prefix(2).joined(separator: ".") + ".")
        for wrong in ["", ".", "..", "a.b.c", "e30.e30", "e30.e30.e30.e30", "e30.e30.=", "W10.e30.", "e30.W10.", "e30.e30.A"] {
            #expect(throws: AuthError(.malformed, "")) { try UnverifiedToken(parsing: wrong) }
        }
        #expect(throws: AuthError(.limitExceeded, "")) { try UnverifiedToken(parsing: String(repeating: "A", count: 65537)) }
    }
}

extension String {
    fileprivate func replacing(_ part: String, with other: String) -> String { split(separator: part).joined(separator: other) }
}
