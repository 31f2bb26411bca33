#if !canImport(UIKit)
    /// Linux and macOS suspend no program for the locks that it holds.
    struct SystemBackgroundActivity: BackgroundActivity {
        func begin(expire: @escaping @Sendable () -> Void) -> any Sendable { 0 }
        func end(_ token: any Sendable) {}
    }
#endif
