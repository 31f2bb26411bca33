/// Apple: "DynamicProperty".
public protocol DynamicProperty {}

/// Apple: "Binding".
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { (self.get, self.set) = (get, set) }
    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
    public var projectedValue: Binding<Value> { self }
    public static func constant(_ value: Value) -> Binding<Value> { Binding(get: { value }, set: { _ in }) }
    public subscript<Subject>(dynamicMember path: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(
            get: { wrappedValue[keyPath: path] },
            set: { value in
                var whole = wrappedValue
                whole[keyPath: path] = value
                wrappedValue = whole
            })
    }
}

/// Apple: "State".
@propertyWrapper public struct State<Value>: DynamicProperty {
    private final class Box { var value: Value; init(_ value: Value) { self.value = value } }
    private let box: Box
    public init(wrappedValue: Value) { box = Box(wrappedValue) }
    public init(initialValue: Value) { box = Box(initialValue) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
    public var projectedValue: Binding<Value> { Binding(get: { box.value }, set: { box.value = $0 }) }
}

/// Apple (Combine): "ObservableObject", "Published". SwiftUI exports Combine.
public protocol ObservableObject: AnyObject {}
@propertyWrapper public struct Published<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(initialValue: Value) { wrappedValue = initialValue }
}

/// Apple: "StateObject", "ObservedObject".
@propertyWrapper @preconcurrency @MainActor public struct StateObject<Object: ObservableObject>: DynamicProperty {
    private let object: Object
    public init(wrappedValue thunk: @autoclosure @escaping () -> Object) { object = thunk() }
    public var wrappedValue: Object { object }
}
@propertyWrapper @preconcurrency @MainActor public struct ObservedObject<Object: ObservableObject>: DynamicProperty {
    public var wrappedValue: Object
    public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
    public init(initialValue: Object) { wrappedValue = initialValue }
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
    @dynamicMemberLookup @MainActor public struct Wrapper {
        let object: Object
        public subscript<Subject>(dynamicMember path: ReferenceWritableKeyPath<Object, Subject>) -> Binding<Subject> {
            Binding(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
        }
    }
}

/// Apple: "Environment", "EnvironmentValues".
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    private let path: KeyPath<EnvironmentValues, Value>
    public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
    public var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
}
public struct EnvironmentValues: Sendable {
    public init() {}
    public var scenePhase: ScenePhase { .active }
    public var redactionReasons: RedactionReasons { [] }
}
/// Apple: "ScenePhase".
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }
