import MerlonMachO
import Testing

@Suite(.enabled(if: LinkedFixture.canLink, LinkedFixture.missing))
struct LinkedFixtureTests {
    @Test(arguments: LinkedFixture.Variant.allCases) func metadata(_ variant: LinkedFixture.Variant) async throws {
        let image = try await LinkedFixture.image(variant)
        let resolver = PointerResolver(image, imports: image.imports())
        #expect(resolver.imports.problems.isEmpty && image.commands.problems.isEmpty)
        let libraries = Set(resolver.imports.symbols.map { image.libraryName($0.library) })
        #expect(libraries == ["/usr/lib/libSystem.B.dylib"])
        #expect(resolver.imports.symbols.map(\.name).contains("_CCCrypt"))
        let metadata = image.objectiveC(resolver)
        let vault = try #require(metadata.classes.first)
        #expect(metadata.classes.count == 1 && vault.name == "Vault" && vault.superclass == "Root" && !vault.isSwift)
        #expect(vault.protocols == ["Locking"] && vault.properties.map(\.name) == ["number"])
        #expect(Set(vault.instanceMethods.map(\.selector)) == ["lock", "open:at:", "number", "setNumber:"])
        #expect(vault.classMethods.map(\.selector) == ["count"])
        let types = vault.instanceMethods.first { $0.selector == "open:at:" }?.types
        #expect(types == "v28@0:8i16^v20")
        #expect(metadata.categories.map { "\($0.className ?? "?") \($0.name)" } == ["Pasteboard Extra"])
        #expect(metadata.categories.first?.instanceMethods.map(\.selector) == ["wipe:"])
        #expect(metadata.protocols.map(\.name) == ["Locking"] && metadata.protocols.first?.classMethods.map(\.selector) == ["count"])
        #expect(Set(metadata.selectorReferences.map(\.name)).isSuperset(of: ["general", "setString:expires:"]))
        #expect(metadata.classReferences.map(\.name) == ["Pasteboard"])
        #expect(image.constantStrings(resolver).map(\.text) == ["secret", "grüße"])
        // Every method is where a function starts.
        let starts = Set(try image.functionStarts())
        let implementations = (vault.instanceMethods + vault.classMethods).compactMap(\.implementation)
        #expect(implementations.count == 5 && starts.isSuperset(of: implementations))
    }

    @Test(arguments: LinkedFixture.Variant.allCases) func code(_ variant: LinkedFixture.Variant) async throws {
        let image = try await LinkedFixture.image(variant)
        let resolver = PointerResolver(image, imports: image.imports())
        var query = CodeQuery()
        query.symbols = ["_CCCrypt", "_kKey"]
        query.selectors = ["setString:expires:", "general", "wipe:"]
        query.classes = ["Pasteboard"]
        query.strings = ["secret", "fixed-key", "grüße"]
        query.stringPrefixes = ["http://"]
        let found = image.codeReferences(to: query, resolver, image.objectiveC(resolver))
        #expect(found.problems.isEmpty)
        let lines = found.uses.map { "\($0.kind) \($0.name) in \($0.functionName ?? "?")" }
        #expect(
            lines == [
                "data Pasteboard in -[Vault lock]", "selector general in -[Vault lock]", "string secret in -[Vault lock]",
                "selector setString:expires: in -[Vault lock]", "string fixed-key in +[Vault count]", "call _CCCrypt in +[Vault count]",
                "string http://example.org in -[Vault open:at:]", "data _kKey in -[Vault open:at:]", "call _CCCrypt in -[Vault open:at:]",
                "string grüße in -[Pasteboard(Extra) wipe:]", "selector setString:expires: in -[Pasteboard(Extra) wipe:]",
                "selector wipe: in _wipeTwice", "selector wipe: in _wipeTwice",
            ])
        let constants = found.uses.map { use in
            use.arguments.compactMap { argument in
                if case .constant(let value) = argument.value { "\(argument.register)=\(value)" } else { nil }
            }.joined(separator: " ")
        }
        #expect(constants[3] == "3=60" && constants[5] == "0=0 1=1 2=2 4=16 5=0" && constants[10] == "3=0")
        #expect(constants[8] == "1=0 2=3 4=20015998348237" && constants[11] == "1=0 2=7" && constants[12] == "1=0 2=1073741824")
        let key = found.uses[8].arguments.first { $0.register == 3 }?.value
        let slot = try #require(key.flatMap { if case .pointee(let slot) = $0 { slot } else { nil } })
        #expect(resolver.imports.symbol(boundAt: slot)?.name == "_kKey")
    }

    @Test func anObjectFile() async throws {
        let image = try await LinkedFixture.object()
        let imports = image.imports()
        #expect(image.header.fileType == .object && imports.problems.isEmpty && imports.bindings.isEmpty)
        #expect(Set(imports.symbols.map(\.name)).isSuperset(of: ["_CCCrypt", "_kKey", "_OBJC_CLASS_$_Pasteboard", "_objc_msgSend"]))
        #expect(try image.exports().map(\.name).contains("_wipeTwice"))
        exercise(image)
    }
}
