import MerlonAuth
import MerlonCore
import MerlonPinning

/// The bank's servers, in memory: signs in, refreshes, revokes, checks tokens and one-time codes. Everything it got is there to look at.
actor FakeBank: HTTPTransport {
    /// What happened to the network or the server.
    enum Weather { case fine, offline, impostor, tokensRevoked, garbage }

    var weather = Weather.fine
    private(set) var paths: [String] = []
    private(set) var transfers: [JSONValue] = []
    private(set) var isRevoked = false
    private var generation = 0
    private let secondFactor: TOTP
    private let verifier: OTPVerifier
    private let time: any TimeSource

    /// The secret of the second factor that the bank shows as a QR code.
    static let secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    static let uri = "otpauth://totp/PiggyBank:ada?secret=\(secret)&issuer=PiggyBank"
    static let iban = "DE89370400440532013000"

    init(time: any TimeSource) throws {
        self.time = time
        secondFactor = TOTP(hotp: HOTP(secret: try OTPSecret(base32: Self.secret)))
        verifier = OTPVerifier(store: MemoryReplayStore(), clock: time)
    }

    func set(_ weather: Weather) { self.weather = weather }

    func send(_ request: HTTPRequest) async throws(PinningError) -> HTTPResponse {
        paths.append(request.url.host.description + request.url.target)
        switch weather {
        case .offline: throw PinningError(.connectionFailed, "No network.")
        case .impostor: throw PinningError(.pinMismatch, "No pin matches.")
        case .fine, .tokensRevoked, .garbage: break
        }
        let body = String(decoding: request.body ?? [], as: UTF8.self)
        switch request.url.target {
        case "/token": return try token(body, request.url)
        case "/revoke":
            isRevoked = true
            return HTTPResponse(status: 200, url: request.url)
        case "/accounts" where isAuthorized(request):
            let answer = weather == .garbage ? "{\"accounts\": 7}" : Self.accounts
            return HTTPResponse(status: 200, body: Array(answer.utf8), url: request.url)
        case "/transfers" where isAuthorized(request):
            guard let transfer = try? JSONValue(parsing: request.body ?? []), let code = transfer["code"]?.string,
                (try? await verifier.verify(code, totp: secondFactor, account: "ada")) != nil
            else { return HTTPResponse(status: 403, url: request.url) }
            transfers.append(transfer)
            return HTTPResponse(status: 204, url: request.url)
        default: return HTTPResponse(status: 401, url: request.url)
        }
    }

    private static let accounts =
        #"{"accounts": [{"id": "1", "name": "Savings", "iban": "\#(iban)", "cents": 123456}, {"id": "2", "name": "Pocket", "iban": "NO9386011117947", "cents": -5}]}"#

    private func isAuthorized(_ request: HTTPRequest) -> Bool {
        weather != .tokensRevoked && request.headers["authorization"] == "Bearer access-\(generation)"
    }

    private func token(_ form: String, _ url: HTTPURL) throws(PinningError) -> HTTPResponse {
        let isCode = form.contains("grant_type=authorization_code") && form.contains("code=the-code") && form.contains("code_verifier=")
        let isRefresh = form.contains("grant_type=refresh_token") && form.contains("refresh_token=refresh-\(generation)")
        guard isCode || isRefresh && weather != .tokensRevoked else {
            return HTTPResponse(status: 400, headers: try json(), body: Array(#"{"error": "invalid_grant"}"#.utf8), url: url)
        }
        generation += 1
        let answer =
            #"{"access_token": "access-\#(generation)", "token_type": "Bearer", "expires_in": 300, "refresh_token": "refresh-\#(generation)"}"#
        return HTTPResponse(status: 200, headers: try json(), body: Array(answer.utf8), url: url)
    }

    private func json() throws(PinningError) -> HTTPHeaders { try HTTPHeaders(["Content-Type": "application/json"]) }
}

/// The person in front of the bank's page: signs in, or closes the browser.
struct FakeBrowser: AuthorizationBrowser {
    var closes = false

    func prepare() async throws(AuthError) -> any BrowserVisit {
        Visit(redirectURI: try RedirectURI("example.piggybank.app:/signed-in"), closes: closes)
    }

    private struct Visit: BrowserVisit {
        let redirectURI: RedirectURI
        let closes: Bool

        func answer(to url: HTTPURL) async throws(AuthError) -> Redacted<String> {
            if closes { throw AuthError(.userCancelled, "Closed.") }
            let state =
                url.target.split(separator: "&").first { $0.hasPrefix("state=") || $0.contains("?state=") }?.split(separator: "=").last
                ?? ""
            return Redacted("\(redirectURI)?code=the-code&state=\(state)")
        }
    }
}
