import MerlonCore
import MerlonMachO
import Testing

@testable import MerlonRuntime

/// Of what users of older libraries complained about (`ReportedFaultTests`), what needs whole images: real libraries for iOS, mapped as dyld does it.
@Suite(.enabled(if: RealLibraries.arePresent, RealLibraries.missing)) struct ReportedHookFaultTests {
    private static func libraries(where isWanted: (MachOImage) -> Bool) throws -> [(path: String, image: MachOImage, bytes: [UInt8])] {
        let all = try RealLibraries.packages("ios").flatMap { try RealLibraries.slices(of: "ios", $0, limit: 1 << 20).prefix(2) }
        return Array(all.filter { isWanted($0.image) }.prefix(4))
    }

    /// In files of iOS 14 and later, where rewriting the tables of the old form did nothing.
    @Test func fault11ChainedFixupsWereNotRead() throws {
        let libraries = try Self.libraries { $0.commands.chainedFixups != nil && $0.commands.dyldInfo == nil }
        #expect(libraries.count > 1)
        for library in libraries {
            let laidOut = try LaidOutLibrary(library.path, library.image, library.bytes, withFile: true)
            #expect(HookScan(laidOut.process).boundPointers().count == 0)
            let binding = try #require(laidOut.tableEntries.first)
            laidOut.process.write(pointer: laidOut.foreign, at: binding.address &+ laidOut.mapped.slide)
            let found = HookScan(laidOut.process).boundPointers()
            #expect(found.hooks.map(\.name) == [laidOut.mapped.bindings.symbols[binding.symbol].name], "\(library.path)")
        }
    }

    /// The digests of the file that was built are those of the process, though the file is stripped and signed on its way to the store.
    @Test func fault14TheHashNeverMatchedTheShippedFile() throws {
        let libraries = try Self.libraries { $0.commands.codeSignature != nil && $0.header.architecture.isARM64 }
        #expect(libraries.count > 1)
        for library in libraries {
            let name = String(library.path.split(separator: "/").last!)
            let built = try #require(try IntegrityManifest.Binary(path: name, file: ByteView(copying: library.bytes)))
            // Symbols, names and the signature are in the last segment: others, and the same code.
            var delivered = library.bytes
            let last = try #require(library.image.segments.first { $0.name == "__LINKEDIT" })
            let signature = try #require(library.image.commands.codeSignature)
            let start = library.bytes.count - Int(last.file.size)
            for index in (start + Int(signature.offset - last.file.offset))..<delivered.count { delivered[index] ^= 0x5A }
            #expect(delivered != library.bytes)
            let laidOut = try LaidOutLibrary(library.path, library.image, delivered, withFile: false)
            let manifest = IntegrityManifest(sequence: 1, issued: WallTime(seconds: 0), binaries: [built])
            let folder = String(library.path[..<library.path.lastIndex(of: "/")!])
            let found = ManifestScan(manifest: manifest, root: folder).examine(ImageIndex(laidOut.process))
            // The foreign library of every laid-out process is in no manifest.
            #expect(found.differences.map(\.kind) == [.unlisted] && found.unread.isEmpty && found.examined > 2, "\(library.path)")
        }
    }
}
