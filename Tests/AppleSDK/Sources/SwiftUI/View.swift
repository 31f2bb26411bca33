@_exported public import Foundation

/// Apple: "View".
@preconcurrency @MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor var body: Body { get }
}

extension Never: View {
    public var body: Never { return fatalError("a primitive view of the stand-ins has no body") }
}

/// A view that the stand-ins draw nothing for. No Apple API.
public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView {
    public var body: Never { return fatalError("a primitive view of the stand-ins has no body") }
}

/// Apple: "ViewBuilder".
@resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
        TupleView((repeat each content))
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> { .init(first: first) }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        .init(second: second)
    }
}

/// Apple: "TupleView".
public struct TupleView<Content>: PrimitiveView { public nonisolated init(_ value: Content) {} }

/// What `if … else` makes.
public struct _ConditionalContent<First: View, Second: View>: PrimitiveView {
    nonisolated init(first: First) {}
    nonisolated init(second: Second) {}
}

extension Optional: View where Wrapped: View { public typealias Body = Never }
extension Optional: PrimitiveView where Wrapped: View {}

/// Apple: "EmptyView".
public struct EmptyView: PrimitiveView { public nonisolated init() {} }

/// Apple: "ViewModifier".
@preconcurrency @MainActor public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor func body(content: Content) -> Body
}
/// Apple: "ViewModifier.Content".
public struct _ViewModifier_Content<Modifier: ViewModifier>: PrimitiveView {}

/// Apple: "ModifiedContent".
public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier
}
extension ModifiedContent: View where Content: View, Modifier: ViewModifier { public typealias Body = Never }
extension ModifiedContent: PrimitiveView where Content: View, Modifier: ViewModifier {}

/// A view with something done to it that the stand-ins do not draw. No Apple API.
public struct Changed<Content: View>: PrimitiveView { let content: Content }

extension View {
    /// Apple: "modifier(_:)".
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        .init(content: self, modifier: modifier)
    }
    public func onAppear(perform action: (() -> Void)? = nil) -> some View { Changed(content: self) }
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View { Changed(content: self) }
    public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        Changed(content: self)
    }
    public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> some View {
        Changed(content: self)
    }
    public func privacySensitive(_ sensitive: Bool = true) -> some View { Changed(content: self) }
    public func redacted(reason: RedactionReasons) -> some View { Changed(content: self) }
    public func padding() -> some View { Changed(content: self) }
    public func disabled(_ disabled: Bool) -> some View { Changed(content: self) }
    public func hidden() -> some View { Changed(content: self) }
    public func opacity(_ opacity: Double) -> some View { Changed(content: self) }
    public func font(_ font: Font?) -> some View { Changed(content: self) }
    public func foregroundColor(_ color: Color?) -> some View { Changed(content: self) }
    public func navigationTitle(_ title: String) -> some View { Changed(content: self) }
    public func accessibilityLabel(_ label: String) -> some View { Changed(content: self) }
    public func overlay<Overlay: View>(@ViewBuilder content: () -> Overlay) -> some View { Changed(content: self) }
    public func background<Background: View>(@ViewBuilder content: () -> Background) -> some View { Changed(content: self) }
    public func alert(_ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View) -> some View {
        Changed(content: self)
    }
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        Changed(content: self)
    }
}

/// Apple: "RedactionReasons".
public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let placeholder = Self(rawValue: 1)
    public static let privacy = Self(rawValue: 2)
}
