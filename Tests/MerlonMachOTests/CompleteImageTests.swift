import MerlonMachO
import Testing

/// Every part of one hand-made image is read as it was written.
struct CompleteImageTests {
    private let image: MachOImage
    private let resolver: PointerResolver

    init() throws {
        image = try MachOBuilder.complete().image()
        resolver = PointerResolver(image, imports: image.imports())
    }

    @Test func loadCommands() {
        let commands = image.commands
        #expect(commands.problems.isEmpty)
        #expect(commands.segments.map(\.name) == ["__TEXT", "__DATA", "__LINKEDIT"])
        #expect(commands.sections.count == 12 && commands.segments[1].sections == 6..<12)
        #expect(commands.identity?.name == "@rpath/A.dylib" && commands.identity?.currentVersion.description == "1.2.3")
        #expect(commands.dylibs.map(\.name) == ["/usr/lib/libB.dylib", "/usr/lib/libC.dylib"])
        #expect(commands.dylibs.map(\.kind) == [.regular, .weak])
        #expect(commands.runPaths == ["@executable_path/Frameworks"])
        #expect(commands.buildVersions.map { "\($0.platform) \($0.minimumOS) \($0.sdk) \($0.tools.count)" } == ["ios 15.0 18.4 1"])
        #expect(commands.uuid == Array(1...16))
        #expect(commands.linkerOptions == [["-framework", "UIKit"]])
        #expect(commands.encryption.map(\.system) == [0] && !image.isEncrypted)
    }

    @Test func symbolsImportsAndExports() throws {
        let symbols = try #require(try image.symbols())
        #expect(symbols.map { symbols.name(of: $0) } == ["_defined", "_imported"])
        #expect(symbols.map(\.kind) == [.defined, .undefined])
        #expect(try image.indirectSymbols() == [1])
        let imports = resolver.imports
        #expect(imports.problems.isEmpty)
        #expect(imports.symbols.map(\.name) == ["_imported"] && imports.symbols.map(\.library) == [.library(0)])
        #expect(imports.bindings.map(\.address) == [0x1_0000_2000, 0x1_0000_2020])
        #expect(image.libraryName(.library(0)) == "/usr/lib/libB.dylib" && image.libraryName(.library(2)) == nil)
        #expect(try image.exports().map(\.name) == ["_e"])
        #expect(try image.exports().map(\.target) == [.address(0x1_0000_1000)])
        #expect(try image.functionStarts() == [0x1_0000_1000, 0x1_0000_1010])
    }

    @Test func metadata() {
        let metadata = image.objectiveC(resolver)
        #expect(metadata.classes.map(\.name) == ["Klass"])
        let methods = metadata.classes.first?.instanceMethods ?? []
        #expect(methods.map(\.selector) == ["doIt:"] && methods.map(\.types) == ["v16@0:8"])
        #expect(methods.map(\.implementation) == [0x1_0000_1000])
        #expect(metadata.selectorReferences.map(\.name) == ["doIt:"])
        #expect(image.constantStrings(resolver).map(\.text) == ["hello"])
        #expect(image.swiftTypes(resolver).map(\.name) == ["Klass"])
    }

    @Test func codeUses() {
        var query = CodeQuery()
        query.symbols = ["_imported"]
        query.strings = ["AES", "hello"]
        let found = image.codeReferences(to: query, resolver, image.objectiveC(resolver))
        #expect(found.uses.map(\.kind) == [.data, .call, .string])
        #expect(found.uses.map(\.address) == [0x1_0000_1004, 0x1_0000_100C, 0x1_0000_1014])
        #expect(found.uses[1].arguments.map(\.register) == [0] && found.uses[1].arguments.map(\.value) == [.constant(5)])
        #expect(found.uses[0].followingConstants == [5])
        #expect(found.uses.map(\.functionAddress) == [0x1_0000_1000, 0x1_0000_1000, 0x1_0000_1010])
        #expect(found.uses[0].functionName == "_defined")
        #expect(found.uses[2].target == 0x1_0000_1080)
    }

    /// `mov w8, #3; and w0, w8, #1; nop; bl stub`: how a truth value is passed by code that is not optimised.
    @Test func truthValuesThroughAnAndAreConstants() throws {
        var builder = MachOBuilder.complete()
        builder.put(builder.words(0x5280_0068, 0x1200_0100, 0xD503_201F, 0x9400_000D), at: 0x1000)
        let image = try builder.image()
        let resolver = PointerResolver(image, imports: image.imports())
        var query = CodeQuery()
        query.symbols = ["_imported"]
        let found = image.codeReferences(to: query, resolver, image.objectiveC(resolver))
        let call = try #require(found.uses.first { $0.kind == .call })
        #expect(call.arguments.first { $0.register == 0 }?.value == .constant(1))
    }

    @Test func signature() throws {
        let signature = try #require(try image.codeSignature())
        #expect(signature.problems.isEmpty && signature.blobs.count == 2 && signature.cms?.count == 0)
        let directory = try #require(signature.codeDirectories.first)
        #expect(directory.identifier == "com.a" && directory.team == "TEAM" && directory.hashType == .sha256)
        #expect(directory.flags == [.adHoc, .hardenedRuntime] && directory.version == 0x20400 && directory.executableSegmentFlags == 1)
        #expect(directory.pageSize == 4096 && directory.codeLimit == 0x1000)
        #expect(directory.specialHash(1)?.array == [1, 1, 1, 1] && directory.codeHash(0)?.array == [2, 2, 2, 2])
        #expect(directory.specialHash(0) == nil && directory.specialHash(2) == nil && directory.codeHash(1) == nil)
    }
}
