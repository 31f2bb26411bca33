/// Apple: "Text".
public struct Text: PrimitiveView {
    public init<S: StringProtocol>(_ content: S) {}
    public init(verbatim content: String) {}
}
/// Apple: "Image".
public struct Image: PrimitiveView { public init(systemName: String) {} }
/// Apple: "Color".
public struct Color: PrimitiveView, Sendable {
    public static let red = Color()
    public static let secondary = Color()
    public static let primary = Color()
}
/// Apple: "Font".
public struct Font: Sendable {
    public static let title = Font()
    public static let largeTitle = Font()
    public static let headline = Font()
    public static let body = Font()
    public static let footnote = Font()
}
/// Apple: "Button".
public struct Button<Label: View>: PrimitiveView {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
    public init(_ title: String, action: @escaping @MainActor () -> Void) {}
    public init(_ title: String, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}
/// Apple: "ButtonRole".
public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
    public static let cancel = ButtonRole()
}
/// Apple: "HorizontalAlignment", "VerticalAlignment".
public struct HorizontalAlignment: Equatable, Sendable {
    public static let leading = Self()
    public static let center = Self()
}
public struct VerticalAlignment: Equatable, Sendable { public static let center = Self() }
/// Apple: "VStack", "HStack", "ZStack", "Group", "List", "Form", "Section", "NavigationView", "Spacer", "ProgressView".
public struct VStack<Content: View>: PrimitiveView {
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}
public struct HStack<Content: View>: PrimitiveView {
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}
public struct ZStack<Content: View>: PrimitiveView { public init(@ViewBuilder content: () -> Content) {} }
public struct Group<Content: View>: PrimitiveView { public init(@ViewBuilder content: () -> Content) {} }
public struct List<Content: View>: PrimitiveView { public init(@ViewBuilder content: () -> Content) {} }
public struct Form<Content: View>: PrimitiveView { public init(@ViewBuilder content: () -> Content) {} }
public struct Section<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
    public init(_ title: String, @ViewBuilder content: () -> Content) {}
}
public struct NavigationView<Content: View>: PrimitiveView { public init(@ViewBuilder content: () -> Content) {} }
public struct Spacer: PrimitiveView { public init() {} }
public struct ProgressView: PrimitiveView { public init() {} }
/// Apple: "ForEach".
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {}
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
/// Apple: "TextField", "SecureField", "Toggle".
public struct TextField: PrimitiveView { public init(_ title: String, text: Binding<String>) {} }
public struct SecureField: PrimitiveView { public init(_ title: String, text: Binding<String>) {} }
public struct Toggle: PrimitiveView { public init(_ title: String, isOn: Binding<Bool>) {} }
