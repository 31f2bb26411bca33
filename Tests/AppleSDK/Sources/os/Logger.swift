import Foundation

/// Apple: "OSLogPrivacy".
public struct OSLogPrivacy: Sendable, Equatable {
    /// Apple: "OSLogPrivacy.Mask".
    public enum Mask: Sendable { case hash, none }
    let name: String
    public static let `public` = Self(name: "public")
    public static let `private` = Self(name: "private")
    public static let sensitive = Self(name: "sensitive")
    public static let auto = Self(name: "auto")
    public static func `private`(mask: Mask) -> Self { Self(name: "private") }
}

/// Apple: "OSLogInterpolation". Strings and objects are private unless said otherwise, numbers are public.
public struct OSLogInterpolation: StringInterpolationProtocol {
    var text = ""
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation(_ value: @autoclosure @escaping () -> some FixedWidthInteger, privacy: OSLogPrivacy = .auto) {
        text += privacy == .private || privacy == .sensitive ? "<private>" : "\(value())"
    }
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> some CustomStringConvertible, privacy: OSLogPrivacy = .auto
    ) {
        text += privacy == .public ? "\(value())" : "<private>"
    }
}

/// Apple: "OSLogMessage".
public struct OSLogMessage: ExpressibleByStringInterpolation {
    let text: String
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
    public init(stringLiteral: String) { text = stringLiteral }
}

/// Apple: "Logger". Lines go to a buffer that tests read.
public struct Logger: Sendable {
    let prefix: String
    public init(subsystem: String, category: String) { prefix = "[\(subsystem):\(category)]" }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var lines: [String] = []

    /// All lines so far, as a person sees them who reads the log without a profile installed. No Apple API.
    public static var recorded: [String] { lock.withLock { lines } }

    private func write(_ level: String, _ message: OSLogMessage) {
        Self.lock.withLock { Self.lines.append("\(prefix) \(level) \(message.text)") }
    }
    public func debug(_ message: OSLogMessage) { write("debug", message) }
    public func info(_ message: OSLogMessage) { write("info", message) }
    public func notice(_ message: OSLogMessage) { write("notice", message) }
    public func warning(_ message: OSLogMessage) { write("warning", message) }
    public func error(_ message: OSLogMessage) { write("error", message) }
    public func fault(_ message: OSLogMessage) { write("fault", message) }
}
