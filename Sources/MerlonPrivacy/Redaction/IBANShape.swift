/// The shape of an international bank account number (ISO 13616): country, check digits (ISO 7064, modulus 97), the country's own length;
/// in one run or in groups of four.
enum IBANShape {
    static func range(in bytes: LogBytes, at start: Int) -> Range<Int>? {
        guard bytes.isClass(LogClass.upper, at: start), bytes.isClass(LogClass.upper, at: start + 1),
            bytes.isClass(LogClass.digit, at: start + 2), bytes.isClass(LogClass.digit, at: start + 3),
            let length = lengths[UInt16(bytes[start]) << 8 | UInt16(bytes[start + 1])]
        else { return nil }
        let isGrouped = bytes[start + 4] == UInt8(ascii: " ")
        var characters: [UInt8] = []
        var index = start
        while characters.count < length {
            if isGrouped, characters.count > 0, characters.count % 4 == 0, bytes[index] == UInt8(ascii: " ") { index += 1 }
            guard bytes.isClass(LogClass.digit | LogClass.upper, at: index) else { return nil }
            characters.append(bytes[index])
            index += 1
        }
        guard !bytes.isClass(LogClass.word, at: index), remainder(characters) == 1 else { return nil }
        return start..<index
    }

    /// The number modulo 97, country and check digits moved to the end, letters counted from A = 10.
    private static func remainder(_ characters: [UInt8]) -> Int {
        (characters.dropFirst(4) + characters.prefix(4)).reduce(0) { value, byte in
            byte < 0x3A ? (value * 10 + Int(byte - 0x30)) % 97 : (value * 100 + Int(byte - 0x37)) % 97
        }
    }

    /// Lengths by country. Source: the IBAN registry of SWIFT.
    private static let lengths: [UInt16: Int] = {
        let registry =
            "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 "
            + "FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 "
            + "LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 "
            + "SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
        return registry.split(separator: " ").reduce(into: [:]) { table, entry in
            let bytes = Array(entry.utf8)
            table[UInt16(bytes[0]) << 8 | UInt16(bytes[1])] = Int(entry.dropFirst(2))
        }
    }()
}
