#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonPinning

    /// What came back.
    struct CurlAnswer {
        /// Where the challenges of an answer of 401 are found that is handed to the app: see ``forTheApp``.
        static let challengeField = "Merlon-WWW-Authenticate"
        private static let authenticate = "www-authenticate"

        let status: Int
        let response: HTTPURLResponse
        var body = Data()
        /// As the app gets it.
        ///
        /// The open-source Foundation looks for a challenge in every answer of 401 that a `URLProtocol` delivers, asks the delegate itself, and then
        /// makes the request again by its own loader, which no policy governs, with the credential that it got; for methods other than Basic it
        /// ends the process. So the field goes under another name, where it finds none.
        let forTheApp: HTTPURLResponse

        init?(_ url: URL, _ status: Int, _ version: String, _ fields: [String: String]) {
            guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: version, headerFields: fields) else {
                return nil
            }
            var renamed = fields.filter { ![Self.authenticate, Self.challengeField.lowercased()].contains($0.key.lowercased()) }
            renamed[Self.challengeField] = fields.first { $0.key.lowercased() == Self.authenticate }?.value
            guard let delivered = HTTPURLResponse(url: url, statusCode: status, httpVersion: version, headerFields: renamed) else {
                return nil
            }
            self.status = status
            self.response = response
            forTheApp = status == 401 ? delivered : response
        }

        /// The ways to log in that the server offers.
        var challenges: [HTTPChallenge] {
            response.value(forHTTPHeaderField: Self.authenticate).map { HTTPChallenge.challenges(in: $0) } ?? []
        }
    }

    /// How a transfer went that was not refused.
    enum CurlOutcome {
        case answer(CurlAnswer)
        /// The proxy wants a login before it lets anybody through.
        case proxyAsks([HTTPChallenge])
    }
#endif
