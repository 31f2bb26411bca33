/// The identifier of an element: its class, its number, and whether it is made of other elements (X.690, 8.1.2).
public struct DERTag: Hashable, Sendable {
    /// The class bits.
    public enum Class: UInt8, Hashable, Sendable { case universal, application, contextSpecific, privateUse }

    /// The class.
    public let tagClass: Class
    /// The number within the class.
    public let number: UInt32
    /// Whether the content is a row of elements.
    public let isConstructed: Bool

    /// Makes a tag.
    public init(_ tagClass: Class, _ number: UInt32, constructed: Bool) {
        self.tagClass = tagClass
        self.number = number
        isConstructed = constructed
    }

    /// `[number]` around or in place of another element.
    public static func context(_ number: UInt32, constructed: Bool = true) -> DERTag {
        DERTag(.contextSpecific, number, constructed: constructed)
    }

    /// BOOLEAN.
    public static let boolean = DERTag(.universal, 1, constructed: false)
    /// INTEGER.
    public static let integer = DERTag(.universal, 2, constructed: false)
    /// BIT STRING.
    public static let bitString = DERTag(.universal, 3, constructed: false)
    /// OCTET STRING.
    public static let octetString = DERTag(.universal, 4, constructed: false)
    /// NULL.
    public static let null = DERTag(.universal, 5, constructed: false)
    /// OBJECT IDENTIFIER.
    public static let objectIdentifier = DERTag(.universal, 6, constructed: false)
    /// ENUMERATED.
    public static let enumerated = DERTag(.universal, 10, constructed: false)
    /// UTF8String.
    public static let utf8String = DERTag(.universal, 12, constructed: false)
    /// SEQUENCE and SEQUENCE OF.
    public static let sequence = DERTag(.universal, 16, constructed: true)
    /// SET and SET OF.
    public static let set = DERTag(.universal, 17, constructed: true)
    /// NumericString.
    public static let numericString = DERTag(.universal, 18, constructed: false)
    /// PrintableString.
    public static let printableString = DERTag(.universal, 19, constructed: false)
    /// TeletexString.
    public static let teletexString = DERTag(.universal, 20, constructed: false)
    /// IA5String.
    public static let ia5String = DERTag(.universal, 22, constructed: false)
    /// UTCTime.
    public static let utcTime = DERTag(.universal, 23, constructed: false)
    /// GeneralizedTime.
    public static let generalizedTime = DERTag(.universal, 24, constructed: false)
    /// VisibleString.
    public static let visibleString = DERTag(.universal, 26, constructed: false)
    /// BMPString.
    public static let bmpString = DERTag(.universal, 30, constructed: false)
}
