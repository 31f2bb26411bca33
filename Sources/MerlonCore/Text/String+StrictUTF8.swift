extension String {
    /// The text of these bytes, or `nil` when they are not valid UTF-8. (`String(validating:as:)` of the standard library needs iOS 18.)
    public init?(strictUTF8 bytes: some Collection<UInt8>) {
        // Decoding replaces what is not UTF-8, so only valid bytes come back as they were.
        let (text, isStrict) = unsafe withContiguousBytes(of: bytes) { bytes in
            var text = unsafe String(decoding: bytes, as: UTF8.self)
            let isStrict = text.withUTF8 { unsafe $0.count == bytes.count && $0.elementsEqual(bytes) }
            return (text, isStrict)
        }
        guard isStrict else { return nil }
        self = text
    }
}
