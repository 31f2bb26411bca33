import MerlonCore

/// Entitlements as iOS 15 and later read them from a signature: `[APPLICATION 16] { INTEGER 1, [16] { SEQUENCE { UTF8String, value } … } }`.
enum DEREntitlements {
    /// Reads the content of the blob.
    static func read(_ bytes: [UInt8]) throws(DERError) -> PropertyList {
        let outer = try DERReader(bytes)
        var content = try outer.only(DERTag(.application, 16, constructed: true))
        guard try content.read(.integer).integer() == 1 else {
            throw DERError(.unexpected, "entitlements of an unknown version", offset: 0)
        }
        let members = try content.read(dictionary)
        try content.finish()
        return try value(members)
    }

    private static let dictionary = DERTag.context(16)

    /// The depth is bounded by the reader's own limit.
    private static func value(_ element: DERElement) throws(DERError) -> PropertyList {
        switch element.tag {
        case .boolean: return .boolean(try element.boolean())
        case .integer: return .integer(try element.integer())
        case .utf8String: return .string(try element.string())
        case .octetString: return .data(Array(try element.octetString()))
        case .sequence:
            var reader = try element.children()
            var values: [PropertyList] = []
            while !reader.isAtEnd { values.append(try value(try reader.read())) }
            return .array(values)
        case dictionary:
            var reader = try element.children()
            var members: [String: PropertyList] = [:]
            while !reader.isAtEnd {
                var pair = try reader.enter(.sequence)
                let key = try pair.read(.utf8String).string()
                members[key] = try value(try pair.read())
                try pair.finish()
            }
            return .dictionary(members)
        default: throw DERError(.unexpected, "an entitlement of an unknown type", offset: element.offset)
        }
    }
}
