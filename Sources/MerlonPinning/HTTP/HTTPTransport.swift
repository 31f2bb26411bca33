/// One request in, one bounded answer out. Who implements it promises:
///
/// - The server is authenticated before the first byte of the request leaves, on every connection, resumed or not.
/// - ``HTTPRequest/timeout``, ``HTTPRequest/maximumResponseBody`` and ``HTTPRequest/redirects`` hold; cancellation of the task ends it.
/// - A status is an answer and not an error: what throws is that there is no answer.
/// - Nothing is kept between requests: no cookies, no cache, no credentials.
public protocol HTTPTransport: Sendable {
    /// Sends the request and gives the answer.
    func send(_ request: HTTPRequest) async throws(PinningError) -> HTTPResponse
}
