/// Reads a row of DER elements one after the other, without copying.
///
/// ```swift
/// var certificate = try DERReader(bytes).only(.sequence)
/// let version = try certificate.readIfPresent(.context(0))
/// ```
/// A value is a position in bytes that do not change: copy it to look ahead.
public struct DERReader: Sendable {
    /// What is not read yet.
    public private(set) var remaining: ArraySlice<UInt8>
    let rules: DERRules
    let depth: Int
    /// The index that error offsets count from.
    let origin: Int

    /// A reader of all of `bytes`.
    /// - Throws: `limitExceeded` when there are more than the rules take.
    public init(_ bytes: ArraySlice<UInt8>, rules: DERRules = .strict) throws(DERError) {
        guard bytes.count <= rules.maximumSize else {
            throw DERError(.limitExceeded, "more than \(rules.maximumSize) bytes", offset: 0)
        }
        self.init(bytes, rules: rules, depth: 1, origin: bytes.startIndex)
    }

    /// A reader of all of `bytes`.
    public init(_ bytes: [UInt8], rules: DERRules = .strict) throws(DERError) { try self.init(bytes[...], rules: rules) }

    init(_ bytes: ArraySlice<UInt8>, rules: DERRules, depth: Int, origin: Int) {
        remaining = bytes
        self.rules = rules
        self.depth = depth
        self.origin = origin
    }

    /// Whether all was read.
    public var isAtEnd: Bool { remaining.isEmpty }

    /// The tag of the next element, or `nil` at the end or where there is no tag.
    public var nextTag: DERTag? {
        var scanner = DERScanner(remaining, rules: rules, origin: origin)
        return try? scanner.tag()
    }

    /// The next element.
    /// - Throws: `truncated` at the end.
    public mutating func read() throws(DERError) -> DERElement {
        var scanner = DERScanner(remaining, rules: rules, origin: origin)
        let element = try scanner.element(depth: depth)
        remaining = remaining[scanner.index...]
        return element
    }

    /// The next element, which must have this tag.
    public mutating func read(_ tag: DERTag) throws(DERError) -> DERElement {
        let offset = remaining.startIndex - origin
        var ahead = self
        let element = try ahead.read()
        guard element.tag == tag || (rules.allowsBER && element.isPieces(of: tag)) else {
            throw DERError(.unexpected, "element of another type", offset: offset)
        }
        self = ahead
        return element
    }

    /// The next element if it has this tag; nothing is read when it has another, or at the end.
    public mutating func readIfPresent(_ tag: DERTag) throws(DERError) -> DERElement? {
        guard let next = nextTag, next == tag || (rules.allowsBER && next.tagClass == tag.tagClass && next.number == tag.number) else {
            return nil
        }
        return try read(tag)
    }

    /// The elements within the next element, which must have this constructed tag.
    public mutating func enter(_ tag: DERTag) throws(DERError) -> DERReader { try read(tag).children() }

    /// The elements within the only element that is left, which must have this constructed tag.
    public func only(_ tag: DERTag) throws(DERError) -> DERReader {
        var reader = self
        let children = try reader.enter(tag)
        try reader.finish()
        return children
    }

    /// - Throws: `unexpected` unless all was read.
    public func finish() throws(DERError) {
        guard remaining.isEmpty else { throw DERError(.unexpected, "bytes after the last element", offset: remaining.startIndex - origin) }
    }
}
