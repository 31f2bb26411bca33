/// One DER element. Its content is read by the function for the expected type, which also checks the tag.
public struct DERElement: Sendable {
    /// Its identifier.
    public let tag: DERTag
    /// The content octets: without tag and length, and without the end mark of an indefinite length.
    public let content: ArraySlice<UInt8>
    /// The element as a whole: what a signature or a hash is made of.
    public let encoded: ArraySlice<UInt8>
    let rules: DERRules
    let depth: Int
    let origin: Int

    /// Where the element starts in the bytes that the outermost reader was given.
    public var offset: Int { encoded.startIndex - origin }

    /// The elements within this constructed one.
    /// - Throws: `unexpected` for a primitive element, `limitExceeded` past the depth cap.
    public func children() throws(DERError) -> DERReader {
        guard tag.isConstructed else { throw failure(.unexpected, "element is not constructed") }
        guard depth < rules.maximumDepth else { throw failure(.limitExceeded, "nested deeper than \(rules.maximumDepth) levels") }
        return DERReader(content, rules: rules, depth: depth + 1, origin: origin)
    }

    /// The same content under another tag: for `IMPLICIT` tagging, where the context tag hides the type.
    public func implicitly(_ tag: DERTag) throws(DERError) -> DERElement {
        guard tag.isConstructed == self.tag.isConstructed || isPieces(of: tag, anyClass: true) else {
            throw failure(.unexpected, "implicitly tagged element of another form")
        }
        let form = DERTag(tag.tagClass, tag.number, constructed: self.tag.isConstructed)
        return DERElement(tag: form, content: content, encoded: encoded, rules: rules, depth: depth, origin: origin)
    }

    /// Whether this is the constructed form, which BER allows, of a string type.
    func isPieces(of other: DERTag, anyClass: Bool = false) -> Bool {
        rules.allowsBER && tag.isConstructed && !other.isConstructed
            && (anyClass || (tag.tagClass == other.tagClass && tag.number == other.number))
    }

    func expect(_ expected: DERTag) throws(DERError) {
        guard tag == expected else { throw failure(.unexpected, "element of another type") }
    }

    func failure(_ code: DERError.Code, _ reason: String) -> DERError { DERError(code, reason, offset: offset) }
}
