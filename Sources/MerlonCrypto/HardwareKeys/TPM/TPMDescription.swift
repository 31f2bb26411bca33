import MerlonCore

/// What FAPI's JSON description of the TPM says about who made it (TPM 2.0 Library Part 2, 6.13: `TPM_PT` of the fixed group).
enum TPMDescription {
    static func device(_ info: String) -> KeyDevice {
        guard let value = try? JSONValue(parsing: Array(info.utf8)) else { return KeyDevice(manufacturer: "unknown") }
        var numbers: [String: UInt32] = [:]
        for capability in value["capabilities"]?.array ?? [] {
            for entry in capability["info"]?["data"]?.array ?? [] {
                guard let name = entry["property"]?.string, let number = entry["value"]?.integer else { continue }
                numbers[name] = UInt32(exactly: number)
            }
        }
        let model = (1...4).map { text(numbers["VENDOR_STRING_\($0)"]) }.joined()
        let firmware = [numbers["FIRMWARE_VERSION_1"], numbers["FIRMWARE_VERSION_2"]].compactMap { $0 }.flatMap { [$0 >> 16, $0 & 0xFFFF] }
        return KeyDevice(
            manufacturer: text(numbers["MANUFACTURER"]).isEmpty ? "unknown" : text(numbers["MANUFACTURER"]),
            model: model.isEmpty ? nil : model,
            firmware: firmware.isEmpty ? nil : firmware.map(String.init).joined(separator: "."))
    }

    /// Up to four printable characters in a number.
    private static func text(_ number: UInt32?) -> String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (number ?? 0) >> UInt32($0)) }
        return String(decoding: bytes.filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
    }
}
