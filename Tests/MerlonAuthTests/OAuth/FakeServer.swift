import Foundation
import MerlonAuth
import MerlonCore
import MerlonCrypto
import MerlonPinning

/// An authorization server in this process that does what it is told, and otherwise everything right.
actor FakeServer: HTTPTransport {
    static let issuer = "https://id.example/tenant"
    static let start: Int64 = 1_800_000_000

    let time = ManualTime()
    private let key: SoftwareSigningKey
    private let otherKey: SoftwareSigningKey
    /// What the token endpoint does; right unless told otherwise.
    private var trick = Trick.none
    private var failure: (status: Int, error: String?, headers: [String: String])?
    /// The parameters of the flow whose code is exchanged.
    private var flow: [String: String] = [:]
    /// Answers of the token endpoint that come before all others.
    private var scripted: [(Int, String)] = []
    private var documents: [String: (Int, String, [String: String])] = [:]
    private(set) var requests: [HTTPRequest] = []
    private(set) var gone: PinningError.Code?
    /// Every token that was handed out.
    private(set) var issued: [String] = []
    private var checksClient = true

    init() throws {
        key = try SoftwareSigningKey.generate(.ecdsaP256)
        otherKey = try SoftwareSigningKey.generate(.ecdsaP256)
    }

    /// One way to lie.
    enum Trick: String, CaseIterable, Sendable {
        case none, otherSubject, noIDToken, algorithmNone, unsignedRest, otherKey, publicKeyAsSecret, embeddedKey, wrongIssuer,
            issuerWithSlash,
            wrongAudience
        case severalAudiences, wrongParty, partyOfOther, wrongNonce, noNonce, wrongHash, hashOfOtherType, expired, notYet, noExpiry,
            noSubject
        case emptySubject, noIssuedAt, longLived, oldSignIn, noSignInTime, futureSignIn, accessTokenAsIDToken, encrypted
        case html, notBearer, noTokenType, twoAccessTokens, numberAsRefreshToken, lineBreakInToken, negativeLifetime, textLifetime,
            emptyBody, array
        case hugeToken
    }

    func play(_ trick: Trick) { self.trick = trick }
    func expect(_ flow: AuthorizationFlow) { self.flow = Self.parameters(of: flow.url) }
    func fail(_ status: Int, _ error: String? = nil, headers: [String: String] = [:]) { failure = (status, error, headers) }
    func work() { failure = nil }
    func takeAnyClient() { checksClient = false }
    func script(_ answers: [(Int, String)]) { scripted = answers }
    func publish(_ path: String, _ status: Int, _ body: String, _ headers: [String: String] = [:]) {
        documents[path] = (status, body, headers)
    }
    func unreachable(_ code: PinningError.Code?) { gone = code }
    func forget() { requests = [] }
    var forms: [[String: String]] { requests.compactMap(\.body).map { Self.form(String(decoding: $0, as: UTF8.self)) } }

    static var metadata: ServerMetadata {
        get throws { try ServerMetadata(parsing: Array(discovery.utf8), issuer: issuer) }
    }

    static let discovery = """
        {"issuer":"\(issuer)","authorization_endpoint":"https://id.example/authorize?tenant=1","token_endpoint":"https://id.example/token",
        "revocation_endpoint":"https://id.example/revoke","jwks_uri":"https://id.example/jwks","code_challenge_methods_supported":["plain","S256"],
        "device_authorization_endpoint":"https://id.example/device","end_session_endpoint":"https://id.example/logout",
        "authorization_response_iss_parameter_supported":true,"x":[{"y":null}]}
        """

    /// The parameters of a URL.
    static func parameters(of url: HTTPURL) -> [String: String] {
        form(url.target.split(separator: "?", maxSplits: 1).last.map(String.init) ?? "")
    }

    /// Read by Foundation, which shares nothing with the client's own writer.
    static func form(_ text: String) -> [String: String] {
        var components = URLComponents()
        components.percentEncodedQuery = text
        return Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { _, _ in "twice" })
    }

    func send(_ request: HTTPRequest) async throws(PinningError) -> HTTPResponse {
        requests.append(request)
        if let gone { throw PinningError(gone, "scripted") }
        let path = String(request.url.target.prefix { $0 != "?" })
        if let (status, body, headers) = documents[path] { return try response(status, body, to: request, headers) }
        if path != "/jwks", let failed = try failed(request) { return failed }
        switch path {
        case "/jwks": return try response(200, jwks, to: request)
        case "/revoke": return try response(200, "", to: request)
        case "/token": return try tokens(Self.form(String(decoding: request.body ?? [], as: UTF8.self)), request)
        default: return try response(404, "", to: request)
        }
    }

    private var jwks: String {
        let jwk = (try? JSONWebKey(key.verifyingKey, keyID: "k").publicJSON()) ?? ""
        return #"{"keys":[\#(jwk)]}"#
    }

    private func response(
        _ status: Int, _ body: String, to request: HTTPRequest, _ headers: [String: String] = [:]
    ) throws(PinningError) -> HTTPResponse {
        var fields = HTTPHeaders()
        for (name, value) in ["content-type": "application/json; charset=utf-8"].merging(headers, uniquingKeysWith: { $1 }) {
            try fields.set(name, value)
        }
        return HTTPResponse(status: status, headers: fields, body: Array(body.utf8), url: request.url)
    }

    private func failed(_ request: HTTPRequest) throws(PinningError) -> HTTPResponse? {
        guard let failure else { return nil }
        let body = failure.error.map { #"{"error":"\#($0)","error_description":"<b>secret-detail</b>"}"# } ?? "<html>"
        return try response(failure.status, body, to: request, failure.headers)
    }

    private func tokens(_ form: [String: String], _ request: HTTPRequest) throws(PinningError) -> HTTPResponse {
        if !scripted.isEmpty {
            let (status, body) = scripted.removeFirst()
            return try response(status, body, to: request)
        }
        if form["grant_type"] == "authorization_code" {
            let digest = HashAlgorithm.sha256.digest(of: Array((form["code_verifier"] ?? "").utf8))
            guard form["code"] == "the code", flow["code_challenge"] == Base64URL.encode(digest),
                form["redirect_uri"] == flow["redirect_uri"], form["client_id"] == "app" || !checksClient
            else { return try response(400, #"{"error":"invalid_grant"}"#, to: request) }
        }
        let token = (try? idToken()) ?? ""
        issued += [token, "access-secret-1", "refresh-secret-1"]
        let right = #""access_token":"access-secret-1","token_type":"bearer","refresh_token":"refresh-secret-1","expires_in":300"#
        let body =
            switch trick {
            case .noIDToken: "{\(right)}"
            case .html: "<html>"
            case .notBearer: #"{"access_token":"a","token_type":"mac","id_token":"\#(token)"}"#
            case .noTokenType: #"{"access_token":"a","id_token":"\#(token)"}"#
            case .twoAccessTokens: #"{\#(right),"access_token":"b","id_token":"\#(token)"}"#
            case .numberAsRefreshToken: #"{"access_token":"a","token_type":"Bearer","refresh_token":7,"id_token":"\#(token)"}"#
            case .lineBreakInToken: #"{"access_token":"a\r\nx: y","token_type":"Bearer","id_token":"\#(token)"}"#
            case .negativeLifetime: #"{"access_token":"a","token_type":"Bearer","expires_in":-1,"id_token":"\#(token)"}"#
            case .textLifetime: #"{"access_token":"a","token_type":"Bearer","expires_in":"soon","id_token":"\#(token)"}"#
            case .emptyBody: ""
            case .array: #"[{\#(right)}]"#
            case .hugeToken: #"{"access_token":"\#(String(repeating: "a", count: 17 << 10))","token_type":"Bearer","id_token":"\#(token)"}"#
            default: #"{\#(right),"id_token":"\#(token)"}"#
            }
        return try response(200, body, to: request, trick == .html ? ["content-type": "text/html"] : [:])
    }

    private func idToken() throws -> String {
        let now = time.wallTime.seconds
        let hash = Base64URL.encode(HashAlgorithm.sha256.digest(of: Array("access-secret-1".utf8)).prefix(16))
        var claims: [String: JSONValue] = [
            "iss": .string(Self.issuer), "sub": "ada", "aud": "app", "iat": .integer(now), "exp": .integer(now + 300),
            "at_hash": .string(hash),
            "auth_time": .integer(now - 100),
        ]
        claims["nonce"] = flow["nonce"].map { .string($0) }
        let changes: [Trick: [String: JSONValue?]] = [
            .wrongIssuer: ["iss": "https://evil.example"], .issuerWithSlash: ["iss": .string(Self.issuer + "/")],
            .wrongAudience: ["aud": "other"], .severalAudiences: ["aud": ["app", "other"]],
            .wrongParty: ["aud": ["app", "other"], "azp": "other"], .partyOfOther: ["azp": "other"], .wrongNonce: ["nonce": "another"],
            .noNonce: ["nonce": nil], .wrongHash: ["at_hash": .string(Base64URL.encode([UInt8](repeating: 1, count: 16)))],
            .hashOfOtherType: ["at_hash": 7], .expired: ["iat": .integer(now - 7200), "exp": .integer(now - 3600)],
            .notYet: ["iat": .integer(now + 3600), "exp": .integer(now + 7200)], .noExpiry: ["exp": nil], .noSubject: ["sub": nil],
            .emptySubject: ["sub": ""], .otherSubject: ["sub": "eve"], .noIssuedAt: ["iat": nil],
            .longLived: ["exp": .integer(now + 200_000)],
            .oldSignIn: ["auth_time": .integer(now - 1000)], .noSignInTime: ["auth_time": nil],
            .futureSignIn: ["auth_time": .integer(now + 1000)],
        ]
        for (name, value) in changes[trick] ?? [:] { claims[name] = value }
        let payload = JSONValue.object(claims)
        switch trick {
        case .algorithmNone: return "\(Self.part(#"{"alg":"none"}"#)).\(Self.part(payload.serialized()))."
        case .unsignedRest: return "\(Self.part(#"{"alg":"none"}"#)).\(Self.part(payload.serialized())).AA"
        case .otherKey: return try TokenSigner(key: otherKey, keyID: "k").signJSON(payload)
        case .publicKeyAsSecret:
            return try TokenSigner(secret: SecretBytes(copying: key.verifyingKey.rawRepresentation ?? []), keyID: "k").signJSON(payload)
        case .embeddedKey:
            let jwk = try JSONWebKey(otherKey.verifyingKey).publicJSON()
            let text = "\(Self.part(#"{"alg":"ES256","jwk":\#(jwk)}"#)).\(Self.part(payload.serialized()))"
            let signature = try otherKey.signWithoutContext(Array(text.utf8), encoding: .raw)
            return "\(text).\(Base64URL.encode(signature))"
        case .accessTokenAsIDToken: return try TokenSigner(key: key, keyID: "k").signJSON(payload, type: "at+jwt")
        case .encrypted: return "\(Self.part(#"{"alg":"dir","enc":"A256GCM"}"#))..AA.AA.AA"
        default: return try TokenSigner(key: key, keyID: "k").signJSON(payload)
        }
    }

    private static func part(_ text: String) -> String { Base64URL.encode(text.utf8) }
}
