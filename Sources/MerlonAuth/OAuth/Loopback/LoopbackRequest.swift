import MerlonCore

/// A request to a loopback listener, from whoever reached its port: a browser that was sent back, a web page that guesses, another program.
///
/// Taken is the one that a browser makes when it is sent to the redirect URI: a navigation by GET to that path of that very host and port. What scripts
/// and pages of other sites can make is refused, and so is a name that was made to lead here (DNS rebinding).
struct LoopbackRequest {
    /// What the bytes so far are.
    enum Reading: Equatable {
        /// More bytes are needed.
        case incomplete
        /// The target of the request that was waited for.
        case answer(target: String)
        /// Anything else, with the status to say so.
        case refused(status: Int)
    }

    /// The most bytes of a request.
    static let maximumByteCount = 20 << 10

    /// `127.0.0.1:PORT`, which `Host` has to be.
    let authority: String
    /// The path of the redirect URI.
    let path: String

    /// Reads the bytes of a request (RFC 9112), strictly.
    func read(_ bytes: [UInt8]) -> Reading {
        guard bytes.count <= Self.maximumByteCount else { return .refused(status: 431) }
        // Told apart at once, not when it is full.
        guard zip(bytes, "GET /".utf8).allSatisfy(==) else { return .refused(status: 405) }
        guard let end = Self.end(of: bytes) else { return .incomplete }
        guard end == bytes.count, let head = String(strictUTF8: bytes[..<(end - 4)]), head.utf8.allSatisfy(Self.isAllowed) else {
            return .refused(status: 400)
        }
        let lines = head.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        let start = lines[0].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard start.count == 3, start[2] == "HTTP/1.1" || start[2] == "HTTP/1.0", let fields = Self.fields(lines.dropFirst()) else {
            return .refused(status: 400)
        }
        return decide(target: start[1], fields)
    }

    private func decide(target: String, _ fields: [String: [String]]) -> Reading {
        guard fields["host"] == [authority] else { return .refused(status: 421) }
        guard fields["content-length"] ?? ["0"] == ["0"], fields["transfer-encoding"] == nil else { return .refused(status: 400) }
        // A browser that was sent here says that it navigates, and to a document (W3C Fetch Metadata). Scripts say who sent them.
        guard fields["origin"] == nil, fields["sec-fetch-mode"] ?? ["navigate"] == ["navigate"],
            fields["sec-fetch-dest"] ?? ["document"] == ["document"]
        else { return .refused(status: 403) }
        guard target.prefix(while: { $0 != "?" }).utf8.elementsEqual(path.utf8) else { return .refused(status: 404) }
        return .answer(target: target)
    }

    /// Where the header ends, behind its empty line.
    private static func end(of bytes: [UInt8]) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard bytes.count >= mark.count else { return nil }
        return (0...bytes.count - mark.count).first { bytes[$0..<$0 + mark.count].elementsEqual(mark) }.map { $0 + mark.count }
    }

    /// Visible ASCII, blanks and tabs, and line ends.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }

    /// The values of each field, names in lower case; `nil` for lines that are no field.
    private static func fields(_ lines: ArraySlice<Substring.UTF8View>) -> [String: [String]]? {
        var fields: [String: [String]] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                !line[..<colon].contains(where: { $0 <= 0x20 }), !line.contains(UInt8(ascii: "\r"))
            else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == 0x20 || $0 == 0x09 }
            let trimmed = value.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed()
            fields[String(Substring(line[..<colon])).lowercased(), default: []].append(String(decoding: Array(trimmed), as: UTF8.self))
        }
        return fields
    }
}
