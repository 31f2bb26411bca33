#if !canImport(UIKit)
    /// Linux and macOS suspend no program for the locks that it holds.
    package struct SystemBackgroundActivity: BackgroundActivity {
        package init() {}

        package func begin(expire: @escaping @Sendable () -> Void) -> any Sendable { 0 }
        package func end(_ token: any Sendable) {}
        package var isNeeded: Bool { false }
    }
#endif
