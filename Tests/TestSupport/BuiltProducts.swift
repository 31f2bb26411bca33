public import Foundation

/// What the build left beside the running tests.
public enum BuiltProducts: Sendable {
    /// The folder of the test bundle, of the package's executables and of `Modules`.
    public static let folder: URL = {
        #if os(Linux)
            let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
            return URL(fileURLWithPath: path).deletingLastPathComponent()
        #else
            return Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
                ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        #endif
    }()

    /// An executable target of the package, which the test target must depend on.
    public static func executable(_ name: String) -> URL { folder.appendingPathComponent(name) }
}
