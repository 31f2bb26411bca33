import MerlonCore
import MerlonPinning

/// The URL that a browser was sent back to, from whoever sent it.
enum RedirectedAnswer {
    /// The parameters of an answer that came to `redirectURI` exactly; `nil` for any other, and for parameters that are none.
    static func parameters(_ answer: String, to redirectURI: RedirectURI, limit: Int) -> [String: String]? {
        guard answer.utf8.count <= limit else { return nil }
        let parts = answer.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].utf8.elementsEqual(redirectURI.description.utf8) else { return nil }
        // Some servers append a fragment that says nothing.
        return FormParameters.decode(parts.count > 1 ? parts[1].prefix { $0 != "#" } : "")
    }
}

extension HTTPURL {
    /// The URL with more parameters behind those that it has.
    func adding(_ parameters: [(String, String)]) throws(AuthError) -> HTTPURL {
        let separator = target.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        do throws(PinningError) {
            return try HTTPURL(scheme: scheme, host: host, port: port, target: "\(target)\(separator)\(FormParameters.encode(parameters))")
                .checkedLength()
        } catch { throw AuthError(.invalidArgument, "The parameters are too long for a URL.") }
    }

    private func checkedLength() throws(PinningError) -> HTTPURL { try HTTPURL(description) }
}
