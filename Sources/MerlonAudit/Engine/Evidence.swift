/// Where something was seen, and what: enough for a person to look at the same place.
public struct Evidence: Hashable, Codable, Sendable {
    /// The file, relative to the target that was given, with `/` between components: `Payload/App.app/Info.plist`.
    public var file: String
    /// The slice of a Mach-O: `arm64`, `arm64e`, `x86_64` …
    public var architecture: String?
    /// The virtual address in that slice.
    public var address: UInt64?
    /// The function that holds the address, or the symbol, selector or class concerned.
    public var symbol: String?
    /// The key path in a property list: `NSAppTransportSecurity.NSExceptionDomains.example.com`.
    public var plistKey: String?
    /// The line in a text file, from 1.
    public var line: Int?
    /// What stands there, shortened; a secret is masked before it comes here.
    public var detail: String

    /// Makes a piece of evidence. Only `file` and `detail` are always known.
    public init(
        file: String, architecture: String? = nil, address: UInt64? = nil, symbol: String? = nil, plistKey: String? = nil, line: Int? = nil,
        detail: String
    ) {
        self.file = file
        self.architecture = architecture
        self.address = address
        self.symbol = symbol
        self.plistKey = plistKey
        self.line = line
        self.detail = detail
    }
}
