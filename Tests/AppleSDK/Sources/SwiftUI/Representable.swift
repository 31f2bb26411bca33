public import UIKit

/// Apple: "UIViewRepresentable".
@preconcurrency @MainActor public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    @MainActor func makeUIView(context: Context) -> UIViewType
    @MainActor func updateUIView(_ view: UIViewType, context: Context)
    @MainActor func makeCoordinator() -> Coordinator
    @MainActor static func dismantleUIView(_ view: UIViewType, coordinator: Coordinator)
}
extension UIViewRepresentable {
    public var body: Never { return fatalError("a primitive view of the stand-ins has no body") }
    public static func dismantleUIView(_ view: UIViewType, coordinator: Coordinator) {}
}
extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}
/// Apple: "UIViewRepresentableContext".
@MainActor public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
}

/// Apple: "UIApplicationDelegateAdaptor".
@MainActor @preconcurrency @propertyWrapper public struct UIApplicationDelegateAdaptor<Delegate: UIApplicationDelegate> {
    private let make: @MainActor () -> Delegate
    public init(_ type: Delegate.Type = Delegate.self) { make = { fatalError("the stand-ins start no app") } }
    public var wrappedValue: Delegate { make() }
}
