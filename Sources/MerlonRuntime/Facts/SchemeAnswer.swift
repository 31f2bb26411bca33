/// Whether some app opens a URL scheme. The system answers only for schemes that the Info.plist declares (`LSApplicationQueriesSchemes`); for
/// others it says no whatever is installed, so that is ``Fact/unsupported`` here.
public struct SchemeAnswer: Hashable, Codable, Sendable {
    /// The scheme, without `://`.
    public var scheme: String
    /// Whether an app opens it.
    public var isOpened: Fact<Bool>

    /// Makes an answer.
    public init(scheme: String, isOpened: Fact<Bool>) {
        self.scheme = scheme
        self.isOpened = isOpened
    }
}
