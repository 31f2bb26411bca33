public import Foundation

/// What the build left beside the running tests.
public enum BuiltProducts: Sendable {
    /// The folder of the test bundle, of the package's executables and of `Modules`.
    public static let folder: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        // On Linux the test bundle is the running program itself.
        return (bundle ?? Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
    }()

    /// An executable target of the package, which the test target must depend on.
    public static func executable(_ name: String) -> URL { folder.appendingPathComponent(name) }
}
