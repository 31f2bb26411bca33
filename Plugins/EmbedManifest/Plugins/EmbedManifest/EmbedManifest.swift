import Foundation
import PackagePlugin

/// `swift package embed-manifest`: builds a program for release, digests it and the dynamic libraries that go with it, and lays the signed manifest
/// beside it, where the running program gives it to its `Shield`. Binaries are read, and the manifest is made and signed, by `merlon hash`.
@main struct EmbedManifest: CommandPlugin {
    static let manifestName = "merlon.integrity"

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        guard let request = try EmbeddingRequest(arguments) else { return print(EmbeddingRequest.usage) }
        let package = context.package.directoryURL
        let key = URL(fileURLWithPath: request.key, relativeTo: package).absoluteURL.standardizedFileURL
        try KeyPlace.check(key, package: package)
        let tool = try MerlonTool(in: context)
        let product = try ShippedProduct(named: request.product, libraries: request.libraries, in: context.package)

        var files = try product.build(with: packageManager, staticRuntime: request.linksSwiftStatically)
        if request.takesSwiftRuntime { files += try SwiftRuntime().libraries(neededBy: files, tool) }

        // Digested from copies in one folder, where each file has the path that it has at run time.
        let stage = context.pluginWorkDirectoryURL.appendingPathComponent("stage")
        try FolderCopy.remove(stage)
        try FolderCopy.copy(files, to: stage)
        let manifest = stage.appendingPathComponent(Self.manifestName)
        _ = try tool.run(["hash", stage.path, "--key", key.path, "--sequence", request.sequence, "--output", manifest.path])

        let copies = files.map { stage.appendingPathComponent($0.lastPathComponent) }
        let folder =
            request.output.map { URL(fileURLWithPath: $0, relativeTo: package).absoluteURL } ?? files[0].deletingLastPathComponent()
        try FolderCopy.copy(request.output == nil ? [manifest] : copies + [manifest], to: folder)
        print("\(folder.appendingPathComponent(Self.manifestName).path): \(files.map(\.lastPathComponent).joined(separator: ", "))")
    }
}
