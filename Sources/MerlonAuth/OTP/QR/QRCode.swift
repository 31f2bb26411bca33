import MerlonCore

/// A QR code of a text, such as an account's URI. It shows the text to every camera: draw it when the person asks, and take it away soon.
///
/// libqrencode on Linux, which is loaded when the first code is made; CoreImage on Apple systems. Where the library is absent,
/// ``AuthError/Code/unsupported``.
public struct QRCode: Sendable {
    /// The most bytes of text: what the largest code holds at any correction.
    public static let maximumByteCount = 1273
    /// Blank modules on each side, as ISO/IEC 18004 wants them.
    public static let quietZone = 4

    /// Modules of a side, without the quiet zone: 21 ... 177.
    public let size: Int
    /// The modules by row; `true` is dark.
    let modules: [Bool]

    /// Makes the code of a text of 1 ... ``maximumByteCount`` bytes.
    public init(_ text: String, correction: QRCorrection = .medium) throws(AuthError) {
        var bytes = Array(text.utf8)
        defer { wipe(&bytes) }
        guard (1...Self.maximumByteCount).contains(bytes.count) else {
            throw AuthError(.limitExceeded, "A QR code has 1 to \(Self.maximumByteCount) bytes.")
        }
        let modules = try QREncoder.modules(of: bytes, correction)
        try self.init(modules: modules)
    }

    init(modules: [Bool]) throws(AuthError) {
        let size = Int(Double(modules.count).squareRoot())
        guard (21...177).contains(size), size * size == modules.count else {
            throw AuthError(.backendFailure, "The system's library made no QR code.")
        }
        self.size = size
        self.modules = modules
    }

    /// Whether the module is dark; outside of the code all are light.
    public func isDark(row: Int, column: Int) -> Bool {
        (0..<size).contains(row) && (0..<size).contains(column) && modules[row * size + column]
    }

    /// A PNG image of one bit a pixel, with the quiet zone.
    ///
    /// - Parameter scale: Pixels of a module, 1 ... 64. The default makes a usual account's code about 400 pixels wide, which phones read from
    ///   a screen at arm's length.
    public func png(scale: Int = 6) throws(AuthError) -> [UInt8] {
        guard (1...64).contains(scale) else { throw AuthError(.invalidArgument, "A module has 1 to 64 pixels.") }
        let zone = Self.quietZone
        let width = (size + 2 * zone) * scale
        return PNGImage.encode(width: width, height: width) { row, column in
            isDark(row: row / scale - zone, column: column / scale - zone)
        }
    }

    /// An SVG image, with the quiet zone, that scales to any size.
    public func svg() -> String {
        let width = size + 2 * Self.quietZone
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let start = column
                while column < size, isDark(row: row, column: column) { column += 1 }
                if column > start {
                    path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(column - start)v1H\(start + Self.quietZone)z"
                }
                column += 1
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(width)" width="\(width * 6)" height="\(width * 6)" \
            shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(width)v\(width)H0z"/><path d="\(path)"/></svg>

            """
    }

    /// The code in half blocks, two modules a character, for a terminal.
    ///
    /// - Parameter coloured: Sets black on white, whatever the terminal's colours are. Without, light modules are drawn, which is right where
    ///   text is light on dark.
    public func terminalBlocks(coloured: Bool = true) -> String {
        let zone = Self.quietZone
        var text = ""
        for row in stride(from: -zone, to: size + zone, by: 2) {
            if coloured { text += "\u{1B}[38;5;16;48;5;231m" }
            for column in -zone..<size + zone {
                switch (isDark(row: row, column: column) == coloured, isDark(row: row + 1, column: column) == coloured) {
                case (true, true): text += "█"
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (false, false): text += " "
                }
            }
            text += coloured ? "\u{1B}[0m\n" : "\n"
        }
        return text
    }
}

extension QRCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Redaction.text }
    public var debugDescription: String { Redaction.text }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
