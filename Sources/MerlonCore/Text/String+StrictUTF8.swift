extension String {
    /// The text of these bytes, or `nil` when they are not valid UTF-8. (`String(validating:as:)` of the standard library needs iOS 18.)
    public init?(strictUTF8 bytes: some Collection<UInt8>) {
        // Decoding replaces what is not UTF-8, so only valid bytes come back as they were.
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
