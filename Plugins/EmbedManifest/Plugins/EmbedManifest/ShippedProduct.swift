import Foundation
import PackagePlugin

/// An executable product with the dynamic libraries that go with it.
struct ShippedProduct {
    let executable: String
    /// Names of library products, in order.
    let libraries: [String]

    /// The executable product of this name, or the only one; with every dynamic library that it links, in this package or another.
    init(named name: String?, libraries named: [String], in package: Package) throws {
        let all = package.products(ofType: ExecutableProduct.self)
        let names = all.map(\.name).sorted().joined(separator: ", ")
        let found = all.filter { $0.name == name ?? $0.name }
        guard let product = found.first else {
            throw EmbeddingError(
                name.map { "there is no executable product '\($0)'; there are: \(names)" } ?? "there is no executable product")
        }
        guard found.count == 1 else { throw EmbeddingError("say with --product which of these: \(names)") }
        executable = product.name
        var visited: Set<Target.ID> = []
        libraries = Set(product.targets.flatMap { Self.dynamicLibraries(of: $0, &visited) } + named).sorted()
    }

    private static func dynamicLibraries(of target: any Target, _ visited: inout Set<Target.ID>) -> [String] {
        guard visited.insert(target.id).inserted else { return [] }
        var names: [String] = []
        for dependency in target.dependencies {
            switch dependency {
            case .target(let other): names += dynamicLibraries(of: other, &visited)
            case .product(let product):
                if let library = product as? LibraryProduct, library.kind == .dynamic { names.append(library.name) }
                for other in product.targets { names += dynamicLibraries(of: other, &visited) }
            @unknown default: break
            }
        }
        return names
    }

    /// Builds all of it for release. The executable comes first.
    func build(with manager: PackageManager, staticRuntime: Bool) throws -> [URL] {
        guard !staticRuntime || libraries.isEmpty else {
            throw EmbeddingError(
                "--static-swift-stdlib and dynamic libraries (\(libraries.joined(separator: ", "))): two of Swift's runtimes")
        }
        var parameters = PackageManager.BuildParameters(configuration: .release, logging: .concise)
        // What `swift build --static-swift-stdlib` says to the compiler; the linker is called by it.
        if staticRuntime { parameters.otherSwiftcFlags = ["-static-stdlib"] }
        return try [build(executable, .executable, manager, parameters)]
            + libraries.map { try build($0, .dynamicLibrary, manager, parameters) }
    }

    private func build(
        _ name: String, _ kind: PackageManager.BuildResult.BuiltArtifact.Kind, _ manager: PackageManager,
        _ parameters: PackageManager.BuildParameters
    ) throws -> URL {
        let result = try manager.build(.product(name), parameters: parameters)
        guard result.succeeded else { throw EmbeddingError("\(name) cannot be built:\n\(result.logText)") }
        guard let artifact = result.builtArtifacts.first(where: { $0.kind == kind }) else {
            throw EmbeddingError("\(name) is no \(kind == .executable ? "executable" : "dynamic library")")
        }
        return artifact.url
    }
}
