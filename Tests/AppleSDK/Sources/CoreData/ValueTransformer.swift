@_exported public import Foundation

/// Apple: "NSValueTransformerName".
public struct NSValueTransformerName: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

/// Apple: "ValueTransformer". In Apple's SDK it belongs to Foundation, which CoreData re-exports; the toolchain's Foundation has none.
open class ValueTransformer: NSObject {
    public override init() {}
    open class func transformedValueClass() -> AnyClass { NSObject.self }
    open class func allowsReverseTransformation() -> Bool { true }
    open func transformedValue(_ value: Any?) -> Any? { value }
    open func reverseTransformedValue(_ value: Any?) -> Any? { value }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var registered: [NSValueTransformerName: ValueTransformer] = [:]
    /// Apple: "setValueTransformer(_:forName:)".
    open class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        lock.withLock { registered[name] = transformer }
    }
    /// Apple: "init(forName:)".
    public static func emulated(forName name: NSValueTransformerName) -> ValueTransformer? { lock.withLock { registered[name] } }
}
