#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonPinning

    extension PinnedURLProtocol {
        /// Asks the app's delegate about a way to log in that is offered and known here, the stronger first; about the next one when it rejects one.
        /// Each is asked about once. `nil` when nobody has a credential: the answer is then what the server said. Throws when the app cancels.
        func credential(
            for challenges: [HTTPChallenge], _ place: (HTTPChallenge, String) -> URLProtectionSpace, _ failures: Int,
            _ response: HTTPURLResponse?, _ context: PinnedSessionContext
        ) throws(PinningError) -> CurlCredential? {
            for method in CurlCredential.Method.allCases where method.isAvailable {
                guard let challenge = challenges.first(where: { $0.scheme == method.rawValue }) else { continue }
                let space = place(challenge, method.name)
                // No storage is asked for a credential: the open-source Foundation's finds none, since it takes spaces that are equal for different ones.
                let question = URLAuthenticationChallenge(
                    protectionSpace: space, proposedCredential: nil, previousFailureCount: failures, failureResponse: response, error: nil,
                    sender: ChallengeSender())
                let (disposition, chosen) = try ask(question, context)
                switch disposition {
                case .useCredential:
                    guard let chosen else { return nil }
                    return try CurlCredential(method, chosen)
                case .performDefaultHandling: return nil
                case .rejectProtectionSpace: continue
                case .cancelAuthenticationChallenge: throw PinningError(.cancelled, "The app cancelled the request for a login.")
                @unknown default: throw PinningError(.unsupported, "The app answered the request for a login in a way that is not known.")
                }
            }
            return nil
        }

        private func ask(
            _ challenge: URLAuthenticationChallenge, _ context: PinnedSessionContext
        ) throws(PinningError) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
            guard let session = context.session, let task, let delegate = task.delegate else { return (.performDefaultHandling, nil) }
            let answer: Answer? = transfer.answer { answered in
                session.ask {
                    delegate.urlSession(session, task: task, didReceive: challenge) { answered(Answer(disposition: $0, credential: $1)) }
                }
            }
            guard let answer else { throw PinningError(.cancelled, "The request was cancelled.") }
            return (answer.disposition, answer.credential)
        }
    }

    private struct Answer: @unchecked Sendable {
        let disposition: URLSession.AuthChallengeDisposition
        let credential: URLCredential?
    }

    extension URLSession {
        /// Calls the delegate where the session calls it.
        func ask(_ body: @escaping () -> Void) {
            nonisolated(unsafe) let body = body
            delegateQueue.addOperation { unsafe body() }
        }
    }

    extension HTTPURL {
        /// The place on the server that a challenge is about.
        var space: (HTTPChallenge, String) -> URLProtectionSpace {
            { challenge, method in
                URLProtectionSpace(
                    host: host.description, port: Int(port), protocol: "https", realm: challenge.realm, authenticationMethod: method)
            }
        }
    }

    /// Challenges want a sender; answers come by completion handlers.
    private final class ChallengeSender: NSObject, URLAuthenticationChallengeSender {
        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
        func cancel(_ challenge: URLAuthenticationChallenge) {}
        func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }
#endif
