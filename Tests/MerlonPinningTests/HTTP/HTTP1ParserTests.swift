import Testing

@testable import MerlonPinning

/// Responses as a server, or somebody in its place, may send them: whole, in pieces, cut, and in ways that could be read twice.
@Suite struct HTTP1ParserTests {
    static let head = "HTTP/1.1 200 OK\r\n"

    struct Good: Sendable {
        var text: String
        var status = 200
        var body = ""
        /// Whether it ends only where the connection ends.
        var endsWithConnection = false
    }

    static let good: [Good] = [
        Good(text: head + "Content-Length: 5\r\n\r\nhello", body: "hello"),
        Good(text: head + "content-length:0\r\n\r\n"),
        Good(text: "HTTP/1.0 404 \r\nContent-Length: 1\r\n\r\nx", status: 404, body: "x"),
        Good(text: "HTTP/1.1 204\r\n\r\n", status: 204),
        Good(text: "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n", status: 304),
        Good(text: head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1;a=\"b\"\r\n!\r\n0\r\n\r\n", body: "hello!"),
        Good(text: head + "Transfer-Encoding: Chunked\r\n\r\n00a \t; x\r\n0123456789\r\n000\r\nX-Trailer: y\r\n\r\n", body: "0123456789"),
        Good(text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n" + head + "Content-Length: 2\r\n\r\nok", body: "ok"),
        Good(text: head + "\r\nall of it", body: "all of it", endsWithConnection: true),
        Good(text: head + "X-Latin: caf\u{E9}\r\nContent-Length: 0\r\n\r\n"),
    ]

    static let refused: [String] = [
        // Not HTTP/1.1, or a status that is none.
        "HTTP/2 200 OK\r\n\r\n", "HTTP/1.2 200 OK\r\n\r\n", "http/1.1 200 OK\r\n\r\n", " HTTP/1.1 200 OK\r\n\r\n", "ICY 200 OK\r\n\r\n",
        "HTTP/1.1  200 OK\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 099 OK\r\n\r\n",
        "HTTP/1.1 600 OK\r\n\r\n",
        "HTTP/1.1 +20 OK\r\n\r\n", "HTTP/1.1 200OK\r\n\r\n", "HTTP/1.1 101 Switching\r\n\r\n",
        // Lines that end otherwise, are folded, or have controls.
        "HTTP/1.1 200 OK\nX: y\r\n\r\n", head + "X: y\n\r\n", head + "X: y\rZ: w\r\n\r\n", head + "X: y\u{0}\r\n\r\n",
        head + "X: y\r\n z\r\n\r\n",
        head + " X: y\r\n\r\n", head + "X : y\r\n\r\n", head + "X\r\n\r\n", head + ": y\r\n\r\n", head + "X\u{E9}: y\r\n\r\n",
        // Lengths that are none, are several, or that stand beside chunks.
        head + "Content-Length: \r\n\r\n", head + "Content-Length: -1\r\n\r\n", head + "Content-Length: +1\r\n\r\nx",
        head + "Content-Length: 1, 1\r\n\r\nx", head + "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx",
        head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy", head + "Content-Length: 0x1\r\n\r\nx",
        head + "Content-Length: 9999999999999999999999\r\n\r\n",
        head + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
        head + "Transfer-Encoding: gzip\r\n\r\n", head + "Transfer-Encoding: gzip, chunked\r\n\r\n",
        head + "Transfer-Encoding: identity\r\n\r\n", head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        // Chunks.
        head + chunked + "x\r\n", head + chunked + "\r\n", head + chunked + "-1\r\n", head + chunked + "0x5\r\nhello\r\n0\r\n\r\n",
        head + chunked + "5 6\r\nhello\r\n0\r\n\r\n", head + chunked + "5\nhello\r\n0\r\n\r\n", head + chunked + "4\r\nhello\r\n0\r\n\r\n",
        head + chunked + "1000000000000000\r\n", head + chunked + "5\r\nhello0\r\n\r\n", head + chunked + ";x\r\n",
        head + chunked + "7fffffffffffffff\r\n", head + chunked + " 5\r\nhello\r\n0\r\n\r\n",
        // Over a cap.
        head + String(repeating: "A: b\r\n", count: HTTP1Parser.maximumFields + 1) + "\r\n",
        head + "A: " + String(repeating: "b", count: HTTP1Parser.maximumHeaderByteCount) + "\r\n\r\n",
        "HTTP/1.1 200 " + String(repeating: "O", count: HTTP1Parser.maximumHeaderByteCount),
        "HTTP/1.1 200 " + String(repeating: "O", count: 1100) + "\r\n\r\n",
        String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: HTTP1Parser.maximumInterimAnswers + 1),
        head + chunked + "0\r\n" + String(repeating: "A: b\r\n", count: HTTP1Parser.maximumHeaderByteCount / 6 + 1) + "\r\n",
        head + chunked + "1;" + String(repeating: "a", count: 1100) + "\r\nx\r\n0\r\n\r\n",
    ]
    static let chunked = "Transfer-Encoding: chunked\r\n\r\n"

    /// What a response of these pieces gives, with the end of the connection after them.
    static func outcome(
        _ pieces: [ArraySlice<UInt8>], _ method: HTTPRequest.Method = .get, limit: Int = 100, endsCleanly: Bool = true
    ) -> Result<HTTP1Parser, PinningError> {
        var parser = HTTP1Parser(method: method, maximumBody: limit)
        do throws(PinningError) {
            for piece in pieces where !parser.isDone { try parser.feed(piece) }
            if !parser.isDone { try parser.end(isClean: endsCleanly) }
        } catch { return .failure(error) }
        return .success(parser)
    }

    /// Latin-1, as it goes over the wire.
    static func bytes(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    @Test func piecesMakeNoDifference() {
        for row in Self.good {
            let bytes = Self.bytes(row.text)
            var results = [Self.outcome([bytes[...]]), Self.outcome(bytes.indices.map { bytes[$0...$0] })]
            for cut in bytes.indices { results.append(Self.outcome([bytes[..<cut], bytes[cut...]])) }
            let isRight = results.allSatisfy { result in
                guard case .success(let parser) = result else { return false }
                return parser.isDone && parser.status == row.status && parser.body == Self.bytes(row.body)
            }
            #expect(isRight, "\(row.text): \(results[0])")
        }
    }

    /// The connection ends at each byte: cleanly, as only the server can end it, or cut by anybody.
    @Test func noPartIsTheWhole() {
        for row in Self.good {
            let bytes = Self.bytes(row.text)
            for cut in bytes.indices {
                for isClean in [true, false] {
                    // Without any length the server's own end is the only one that there is.
                    let isEnd = row.endsWithConnection && isClean && cut >= bytes.count - row.body.utf8.count
                    let result = Self.outcome([bytes[..<cut]], endsCleanly: isClean)
                    let isRight: Bool =
                        switch result {
                        case .success(let parser): isEnd && row.body.utf8.starts(with: parser.body)
                        case .failure(let error): !isEnd && error.code == .invalidResponse
                        }
                    if !isRight { Issue.record("\(row.text) cut at \(cut): \(result)") }
                }
            }
        }
    }

    @Test func whatCanBeReadInTwoWaysIsRefused() {
        for text in Self.refused {
            let bytes = Self.bytes(text)
            for pieces in [[bytes[...]], bytes.count < 1000 ? bytes.indices.map { bytes[$0...$0] } : []] where !pieces.isEmpty {
                let result = Self.outcome(pieces)
                guard case .failure(let error) = result, error.code == .invalidResponse else {
                    Issue.record("\(text.prefix(120).debugDescription): \(result)")
                    continue
                }
            }
        }
    }

    @Test func bodiesStayWithinTheirLimit() {
        let chunked = Self.head + Self.chunked + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
        for text in [Self.head + "Content-Length: 5\r\n\r\nabcde", chunked, Self.head + "\r\nabcde"] {
            for (limit, isTaken) in [(5, true), (4, false), (0, false)] {
                let result = Self.outcome([Self.bytes(text)[...]], limit: limit)
                switch result {
                case .success(let parser): #expect(isTaken && parser.body.count == 5)
                case .failure(let error): #expect(!isTaken && error.code == .responseTooLarge)
                }
            }
        }
        // The answer to HEAD has none, whatever its length says.
        for text in [Self.head + "Content-Length: 5\r\n\r\n", Self.head + Self.chunked] {
            guard case .success(let parser) = Self.outcome([Self.bytes(text)[...]], .head, limit: 0) else {
                Issue.record("\(text)")
                continue
            }
            #expect(parser.isDone && parser.body.isEmpty)
        }
    }

    @Test func fieldsAreReadOnce() throws {
        let text = Self.head + "A: 1\r\na:  2 \r\nEmpty:\r\nX-Latin: caf\u{E9}\r\nContent-Length: 0\r\n\r\n"
        let parser = try Self.outcome([Self.bytes(text)[...]]).get()
        #expect(parser.headers.values(of: "A") == ["1", "2"] && parser.headers["empty"] == "" && parser.headers["x-latin"] == "caf\u{E9}")
        // Fields of interim answers and of trailers are none of the answer's.
        let noisy =
            "HTTP/1.1 103 Early\r\nContent-Length: 9\r\nSet-Cookie: a\r\n\r\n" + Self.head + Self.chunked + "0\r\nSet-Cookie: b\r\n\r\n"
        #expect(try Self.outcome([Self.bytes(noisy)[...]]).get().headers.fields.map(\.name) == ["transfer-encoding"])
    }
}
