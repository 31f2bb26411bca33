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
        let types: [MachHeader.FileType: String] = [.executable: "EXECUTE", .dynamicLibrary: "DYLIB", .bundle: "BUNDLE", .object: "OBJECT"]
        self.init(
            architecture: image.header.architecture.name, fileType: types[image.header.fileType] ?? "?",
            isPIE: image.header.flags.contains(.positionIndependentExecutable), isSigned: commands.codeSignature != nil,
            platform: commands.buildVersions.first?.platform.name, minimumOS: commands.buildVersions.first?.minimumOS.description,
            installName: commands.identity?.name, dylibs: commands.dylibs.map(\.name), runPaths: commands.runPaths)
    }
}
