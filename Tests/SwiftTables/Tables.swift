// Classes and conformances of every kind whose tables differ.
public protocol Store {
    associatedtype Key
    func load(_ key: Key) -> Int
    func save(_ value: Int, for key: Key)
    var count: Int { get set }
    static func make() -> Self
}
public protocol Named { var name: String { get } }
public protocol Ordered: Named { func rank() -> Int }
open class Account {
    public init(balance: Int) { self.balance = balance }
    open var balance: Int
    open func pay(_ amount: Int) -> Bool { if amount > balance { return false }; balance -= amount; return true }
    open class func kind() -> Int { 1 }
    public final func fixed() -> Int { balance &* 3 }
    open subscript(index: Int) -> Int { balance &+ index }
    open func later() async -> Int { balance }
    open func failing() throws -> Int { balance }
    func inner<T>(_ value: T) -> T { value }
    deinit { print("gone", balance) }
}
open class Savings: Account {
    open override func pay(_ amount: Int) -> Bool { amount < 10 ? super.pay(amount) : false }
    open override class func kind() -> Int { 2 }
    open func interest() -> Int { balance / 10 }
    public var rate = 3
}
public final class Leaf: Savings { public override func interest() -> Int { 0 } }
public class Box<Value> { var value: Value; init(_ value: Value) { self.value = value }; func get() -> Value { value } }
public class IntBox: Box<Int> { func more() -> Int { value + 1 } }
public struct Memory: Store {
    var values: [String: Int] = [:]
    public func load(_ key: String) -> Int { values[key] ?? 0 }
    public mutating func put(_ v: Int) { values["x"] = v }
    public func save(_ value: Int, for key: String) { print(value, key) }
    public var count: Int {
        get { values.count }
        set { values = newValue > 0 ? values : [:] }
    }
    public static func make() -> Memory { Memory() }
}
public enum Level: Int, Ordered, CaseIterable {
    case low, high
    public var name: String { "\(self)" }
    public func rank() -> Int { rawValue }
}
public struct Pair<A, B> { var a: A; var b: B }
extension Pair: Named where A: Named { public var name: String { a.name } }
extension Account: Named { public var name: String { "account" } }
extension Account: Hashable {
    public static func == (l: Account, r: Account) -> Bool { l === r }
    public func hash(into hasher: inout Hasher) { hasher.combine(balance) }
}
public func use(_ a: Account, _ n: any Ordered) -> Int { _ = a.pay(3); return n.rank() + a[4] }
public actor Worker { var n = 0; public func step() -> Int { n += 1; return n } }
