import MerlonCore
import MerlonPinning

extension OAuthClient {
    /// The longest answer of an endpoint, in bytes.
    static let maximumAnswerByteCount = 64 << 10

    /// Asks the token endpoint.
    ///
    /// - Parameter refusedGrant: What a refused code or refresh token is to the caller.
    func tokens(_ form: [(String, String)], refusedGrant: AuthError.Code) async throws(AuthError) -> TokenResponse {
        let response = try await post(form, to: server.tokenEndpoint)
        guard response.status == 200 else { throw EndpointRefusal(response, now: time.wallTime).error(refusedGrant: refusedGrant) }
        guard response.isJSON else { throw AuthError(.malformed, "The token endpoint does not answer with JSON.") }
        return try TokenResponse(parsing: response.body)
    }

    /// Posts a form with the client's credentials. No credential is ever part of a URL.
    func post(_ form: [(String, String)], to url: HTTPURL) async throws(AuthError) -> HTTPResponse {
        let credentials = authentication.credentials(of: clientID)
        var headers = HTTPHeaders.acceptingJSON
        do throws(PinningError) {
            try headers.set("content-type", "application/x-www-form-urlencoded")
            if let header = credentials.header { try headers.set("authorization", header.unredacted) }
        } catch { throw AuthError(.invalidArgument, "The client's secret fits no header.") }
        let body = Array(FormParameters.encode(form + credentials.form).utf8)
        return try await transport.answer(
            to: HTTPRequest(
                .post, url, headers: headers, body: body, maximumResponseBody: Self.maximumAnswerByteCount, timeout: .seconds(30),
                redirects: .reject))
    }
}

extension HTTPTransport {
    /// The answer to a request. That there is none says nothing about any credential.
    func answer(to request: HTTPRequest) async throws(AuthError) -> HTTPResponse {
        do throws(PinningError) { return try await send(request) } catch {
            guard error.code != .cancelled else { throw AuthError(.userCancelled, "The request was cancelled.") }
            throw AuthError(.unavailable, "The server gives no answer: \(error.code).", nativeStatus: error.nativeStatus)
        }
    }
}

extension HTTPHeaders {
    /// What every request says that wants JSON.
    static let acceptingJSON = {
        var headers = HTTPHeaders()
        try? headers.add("accept", "application/json")
        return headers
    }()
}

extension HTTPResponse {
    /// Whether the body says that it is JSON (RFC 6749, 5.1): a page that a network's operator puts in the way does not.
    var isJSON: Bool {
        let type = headers["content-type"]?.split(separator: ";").first.map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        return type == "application/json"
    }
}
