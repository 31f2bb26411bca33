import Foundation
import MerlonMachO
import Testing

@Suite struct MachOAgainstObjdumpTests {
    @Test(.enabled(if: RealBinaries.arePresent, RealBinaries.missing), arguments: RealBinaries.packages)
    func loadCommandsAgree(_ package: RealBinaries.Package) throws {
        var compared = 0
        for file in package.files {
            let bytes = ByteView(copying: try Data(contentsOf: file, options: .mappedIfSafe))
            guard MachOFile.recognise(bytes) != nil else { continue }
            let read = try MachOFile(bytes)
            #expect(read.problems.isEmpty && read.images.count == read.slices.count, "\(file.path)")
            let problems = read.images.flatMap(\.commands.problems)
            #expect(problems.isEmpty, "\(file.path)")
            // It refuses 64-bit PowerPC, of which old universal files have a slice.
            guard let expected = try Objdump.slices(of: file) else {
                let hasPowerPC64 = read.slices.contains { $0.architecture.name == "ppc64" }
                #expect(hasPowerPC64, "llvm-objdump refuses \(file.path)")
                continue
            }
            #expect(read.images.map(SliceListing.init) == expected, "\(file.path)")
            compared += 1
        }
        #expect(compared > 0)
    }

    /// Debug builds read slowly: files up to 4 MiB, which are most, and all kinds.
    @Test(.enabled(if: RealBinaries.arePresent, RealBinaries.missing), arguments: RealBinaries.packages)
    func importsExportsAndFunctionsAgree(_ package: RealBinaries.Package) throws {
        for file in package.files {
            let data = try Data(contentsOf: file, options: .mappedIfSafe)
            guard data.count < 4 << 20, let images = try? MachOFile(ByteView(copying: data)).images else { continue }
            guard let bindings = try Objdump.bindings(of: file) else { continue }
            let read = images.map { image in
                let imports = image.imports()
                return Set(imports.bindings.map { "\($0.address) \(imports.symbols[$0.symbol].name)" })
            }
            #expect(differences(read, bindings) == [], "bindings of \(file.path)")
            let exports = try images.map { image in
                Set(
                    try image.exports().compactMap { export in
                        if case .address(let address) = export.target { "\(address) \(export.name)" } else { nil }
                    })
            }
            // It refuses a library that exports nothing. Without a trie, exports come from the symbol table, which this listing leaves out.
            let expected = try Objdump.exports(of: file) ?? images.map { _ in [] }
            for (image, (read, expected)) in zip(images, zip(exports, expected))
            where image.commands.exportsTrie != nil || image.commands.dyldInfo != nil {
                #expect(differences([read], [expected]) == [], "exports of \(file.path)")
            }
            let starts = try images.map { try $0.functionStarts() }
            let expectedStarts = try Objdump.functionStarts(of: file)
            #expect(starts == expectedStarts, "function starts of \(file.path)")
        }
    }

    @Test(.enabled(if: RealBinaries.arePresent, RealBinaries.missing), arguments: RealBinaries.packages)
    func callsAndMethodsAgree(_ package: RealBinaries.Package) throws {
        for file in package.files {
            let data = try Data(contentsOf: file, options: .mappedIfSafe)
            guard data.count < 4 << 20, let images = try? MachOFile(ByteView(copying: data)).images else { continue }
            let searched = images.filter { $0.header.architecture.isARM64 || $0.header.architecture.isX86_64 }
            guard searched.count == images.count, let calls = try Objdump.calls(of: file) else { continue }
            let methods = try #require(try Objdump.methods(of: file))
            for (image, (calls, methods)) in zip(images, zip(calls, methods)) {
                let imports = image.imports()
                let resolver = PointerResolver(image, imports: imports)
                let objectiveC = image.objectiveC(resolver)
                var query = CodeQuery()
                query.symbols = Set(imports.symbols.map(\.name))
                let uses = image.codeReferences(to: query, resolver, objectiveC).uses.filter { $0.kind == .call }
                // A call through a register is no stub, and only one of the two knows it.
                let missing = calls.subtracting(uses.map { "\($0.address) \($0.name)" })
                #expect(missing.sorted().prefix(3) == [], "calls in \(image.header.architecture) of \(file.path)")
                // It does not follow chained fixups, and so sees no classes there.
                guard image.commands.chainedFixups == nil else { continue }
                let read = objectiveC.classes.flatMap { type in
                    type.instanceMethods.map { "-[\(type.name) \($0.selector)]" }
                        + type.classMethods.map { "+[\(type.name) \($0.selector)]" }
                }
                #expect(differences([Set(read)], [methods]) == [], "methods in \(image.header.architecture) of \(file.path)")
            }
        }
    }

    /// What only one of the two has, a few of them.
    private func differences(_ read: [Set<String>], _ expected: [Set<String>]) -> [String] {
        guard read.count == expected.count else { return ["\(read.count) slices, expected \(expected.count)"] }
        return zip(read, expected).flatMap { read, expected in
            read.subtracting(expected).sorted().prefix(3).map { "too much: \($0)" }
                + expected.subtracting(read).sorted().prefix(3).map { "missing: \($0)" }
        }
    }

    @Test(.enabled(if: RealBinaries.arePresent, RealBinaries.missing)) func binariesOfOtherSystemsAreRefused() throws {
        let foreign = RealBinaries.packages.flatMap(\.files).filter { $0.pathExtension == "exe" || $0.path.contains("/linux-") }
        #expect(foreign.count == 3)
        for file in foreign {
            let bytes = ByteView(copying: try Data(contentsOf: file, options: .mappedIfSafe).prefix(4096))
            #expect(throws: MachOError(.notMachO, "")) { try MachOFile(bytes) }
        }
    }
}

extension SliceListing {
    init(_ image: MachOImage) {
        let commands = image.commands
        let types: [MachHeader.FileType: String] = [
            .executable: "EXECUTE", .dynamicLibrary: "DYLIB", .bundle: "BUNDLE", .debugSymbols: "DSYM",
        ]
        self.init(
            architecture: image.header.architecture.name, fileType: types[image.header.fileType] ?? "?",
            isPIE: image.header.flags.contains(.positionIndependentExecutable), isSigned: commands.codeSignature != nil,
            platform: commands.buildVersions.first?.platform.name, minimumOS: commands.buildVersions.first?.minimumOS.description,
            installName: commands.identity?.name, dylibs: commands.dylibs.map(\.name), runPaths: commands.runPaths)
    }
}
