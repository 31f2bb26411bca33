/// Reads one HTTP/1.1 response as its bytes arrive (RFC 9112). Strict where leniency has let messages be read in two ways.
///
/// Refused: line ends without CR in the header, folded fields, both kinds of framing, several lengths, bodies in encodings other than
/// `chunked` or chunked by HTTP/1.0, and everything over a cap.
struct HTTP1Parser {
    /// The most bytes of a status line and header fields, and of trailers.
    static let maximumHeaderByteCount = 64 << 10
    /// The most header fields.
    static let maximumFields = 200
    /// The most interim answers before the final one.
    static let maximumInterimAnswers = 20

    private enum State {
        case header, body(remaining: Int), untilEnd, chunkSize, chunk(remaining: Int), chunkEnd, trailers, done
    }

    private let isHead: Bool
    private let maximumBody: Int
    private var state = State.header
    private var buffer: [UInt8] = []
    private var position = 0
    private var trailerByteCount = 0
    private var interimAnswers = 0
    private var isOldVersion = false
    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    private(set) var body: [UInt8] = []

    /// A parser of the answer to a request with this method, with at most so many bytes of body.
    init(method: HTTPRequest.Method, maximumBody: Int) {
        isHead = method == .head
        self.maximumBody = maximumBody
    }

    /// Whether the whole response is there.
    var isDone: Bool { if case .done = state { true } else { false } }

    /// Whether status and header fields are there.
    var hasHeader: Bool { if case .header = state { false } else { true } }

    /// Takes more bytes. What follows the response is ignored: the connection is closed after it.
    mutating func feed(_ bytes: some Collection<UInt8>) throws(PinningError) {
        buffer.append(contentsOf: bytes)
        while !isDone, try step() {}
        buffer.removeFirst(position)
        position = 0
    }

    /// The connection ended, with TLS's own closing message (`isClean`) or without.
    mutating func end(isClean: Bool) throws(PinningError) {
        switch state {
        case .done: break
        // Without a length, the end of the connection is the end of the body: it must be one that only the server can make.
        case .untilEnd where isClean: state = .done
        default: throw Self.invalid("the connection ended within it")
        }
    }

    /// One step; false when more bytes are needed.
    private mutating func step() throws(PinningError) -> Bool {
        switch state {
        case .header: return try header()
        case .body(let remaining):
            let count = try take(remaining)
            state = remaining == count ? .done : .body(remaining: remaining - count)
            return count > 0
        case .untilEnd: return try take(.max) > 0
        case .chunkSize:
            guard let line = try line(limit: 1024) else { return false }
            let size = line.prefix(while: Self.isHexadecimal)
            let rest = line[size.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
            guard !size.isEmpty, size.count <= 15, rest.isEmpty || rest.first == UInt8(ascii: ";"),
                let count = Int(String(decoding: size, as: UTF8.self), radix: 16)
            else { throw Self.invalid("a chunk's size is no number") }
            state = count == 0 ? .trailers : .chunk(remaining: count)
            return true
        case .chunk(let remaining):
            let count = try take(remaining)
            state = remaining == count ? .chunkEnd : .chunk(remaining: remaining - count)
            return count > 0
        case .chunkEnd:
            guard let line = try line(limit: 2) else { return false }
            guard line.isEmpty else { throw Self.invalid("a chunk is longer than it says") }
            state = .chunkSize
            return true
        case .trailers:
            guard let line = try line(limit: Self.maximumHeaderByteCount) else { return false }
            trailerByteCount += line.count + 2
            guard trailerByteCount <= Self.maximumHeaderByteCount else { throw Self.invalid("its trailers are too long") }
            if line.isEmpty { state = .done }
            return true
        case .done: return false
        }
    }

    /// Moves up to `count` bytes to the body.
    private mutating func take(_ count: Int) throws(PinningError) -> Int {
        let taken = min(count, buffer.count - position)
        guard taken <= maximumBody - body.count else {
            throw PinningError(.responseTooLarge, "The answer is longer than the \(maximumBody) bytes that the request allows.")
        }
        body.append(contentsOf: buffer[position..<position + taken])
        position += taken
        return taken
    }

    /// The next line without its CR LF, or `nil` when it has not arrived.
    private mutating func line(limit: Int) throws(PinningError) -> ArraySlice<UInt8>? {
        guard let end = buffer[position...].firstIndex(of: 0x0A) else {
            guard buffer.count - position <= limit else { throw Self.invalid("a line is too long") }
            return nil
        }
        guard end > position, buffer[end - 1] == 0x0D else { throw Self.invalid("a line does not end in CR LF") }
        let line = buffer[position..<end - 1]
        guard line.count <= limit, !line.contains(0x0D), !line.contains(0) else { throw Self.invalid("a line has a control character") }
        position = end + 1
        return line
    }

    private mutating func header() throws(PinningError) -> Bool {
        let window = buffer[position...].prefix(Self.maximumHeaderByteCount)
        guard let end = Self.endOfHeader(window) else {
            guard buffer.count - position < Self.maximumHeaderByteCount else { throw Self.invalid("its header is too long") }
            // Bytes that cannot become a status line are refused at once, not when the header is full.
            guard zip(window, "HTTP/1.".utf8).allSatisfy(==) else { throw Self.invalid("it does not start as HTTP/1.1 does") }
            return false
        }
        guard let statusLine = try line(limit: 1024) else { return false }
        try readStatus(statusLine)
        var fields = HTTPHeaders()
        while position < end, let line = try line(limit: Self.maximumHeaderByteCount), !line.isEmpty {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let name = String(strictASCII: line[..<colon])
            else { throw Self.invalid("a header field has no name") }
            // Values outside of UTF-8 are Latin-1, as HTTP had it.
            let value = String(String.UnicodeScalarView(line[(colon + 1)...].map { Unicode.Scalar($0) }))
            guard fields.fields.count < Self.maximumFields else { throw Self.invalid("it has more than \(Self.maximumFields) fields") }
            do throws(PinningError) { try fields.add(name, value) } catch { throw Self.invalid("a header field is malformed") }
        }
        if (100...199).contains(status) {
            // Interim answers precede the final one; switching protocols was not asked for.
            guard status != 101 else { throw Self.invalid("it switches the protocol") }
            interimAnswers += 1
            guard interimAnswers <= Self.maximumInterimAnswers else { throw Self.invalid("there are too many interim answers") }
            return true
        }
        headers = fields
        state = try framing()
        return true
    }

    private mutating func readStatus(_ line: ArraySlice<UInt8>) throws(PinningError) {
        let bytes = Array(line)
        guard bytes.count >= 12, bytes.starts(with: "HTTP/1.".utf8), bytes[7] == UInt8(ascii: "1") || bytes[7] == UInt8(ascii: "0"),
            bytes[8] == 0x20, bytes[9..<12].allSatisfy({ (0x30...0x39).contains($0) }), bytes.count == 12 || bytes[12] == 0x20
        else { throw Self.invalid("it does not start as HTTP/1.1 does") }
        isOldVersion = bytes[7] == UInt8(ascii: "0")
        status = bytes[9..<12].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard (100...599).contains(status) else { throw Self.invalid("its status is out of range") }
    }

    private func framing() throws(PinningError) -> State {
        let lengths = headers.values(of: "content-length")
        let encodings = headers.values(of: "transfer-encoding")
        if isHead || status == 204 || status == 304 { return .done }
        if !encodings.isEmpty {
            guard lengths.isEmpty, encodings.count == 1, encodings[0].lowercased() == "chunked", !isOldVersion else {
                throw Self.invalid("its length is said in more than one way")
            }
            return .chunkSize
        }
        guard let text = lengths.first else { return .untilEnd }
        guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), text.utf8.count <= 18,
            let length = Int(text)
        else { throw Self.invalid("its length is no number") }
        guard length <= maximumBody else {
            throw PinningError(.responseTooLarge, "The answer has \(length) bytes; the request allows \(maximumBody).")
        }
        return length == 0 ? .done : .body(remaining: length)
    }

    private static func endOfHeader(_ bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex
        while let end = bytes[index...].firstIndex(of: 0x0A) {
            if end + 2 < bytes.endIndex, bytes[end + 1] == 0x0D, bytes[end + 2] == 0x0A { return end + 2 }
            index = end + 1
        }
        return nil
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte)
    }

    private static func invalid(_ reason: String) -> PinningError {
        PinningError(.invalidResponse, "The answer is not HTTP that can be read in one way: \(reason).")
    }
}

extension String {
    /// The text of ASCII bytes, or `nil` for others.
    fileprivate init?(strictASCII bytes: ArraySlice<UInt8>) {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
