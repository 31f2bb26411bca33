import MerlonCore

/// Parameters as OAuth writes them: `application/x-www-form-urlencoded` (RFC 6749, appendix B).
enum FormParameters {
    /// The most parameters that are read.
    static let maximumCount = 64

    /// The parameters as text, in this order.
    static func encode(_ parameters: [(String, String)]) -> String {
        parameters.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }

    /// The parameters of a text; `nil` for escapes that are none, text that is not UTF-8, a name that stands twice (RFC 6749, 3.1), and for
    /// more than ``maximumCount``.
    static func decode(_ text: Substring) -> [String: String]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "&"))
        guard parts.count <= maximumCount else { return nil }
        var parameters: [String: String] = [:]
        for part in parts {
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false).map { Array($0)[...] }
            guard let name = try? PercentEncoding.decode(pair[0], plusIsBlank: true),
                let value = try? PercentEncoding.decode(pair.count > 1 ? pair[1] : [], plusIsBlank: true),
                parameters.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return parameters
    }
}
