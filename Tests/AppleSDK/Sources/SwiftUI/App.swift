/// Apple: "Scene", "SceneBuilder", "WindowGroup", "App".
@preconcurrency @MainActor public protocol Scene {}
@resultBuilder public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
public struct WindowGroup<Content: View>: Scene { public nonisolated init(@ViewBuilder content: @escaping @MainActor () -> Content) {} }
@preconcurrency @MainActor public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor var body: Body { get }
    @MainActor init()
}
extension App {
    public static func main() {}
}
