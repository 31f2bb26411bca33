import CMerlonProbes
import Foundation
import MerlonMachO
@testable import MerlonRuntime
import TestSupport
import Testing

/// Whole sweeps over a library that the Swift compiler made for iOS (Tests/SwiftTables), which is always here.
@Suite(.serialized) struct SwiftSweepTests {
    private static func app() throws -> LaidOutApp {
        let url = PackageFolder.url.appendingPathComponent("Tests/SwiftTables/Tables.dylib")
        let bytes = [UInt8](try Data(contentsOf: url))
        return try LaidOutApp((url.path, try #require(try MachOFile(ByteView(copying: bytes)).images.first), bytes))
    }

    @Test func aCleanLibraryIsClean() async throws {
        let app = try Self.app()
        try app.publish(hasUnownedCode: false)
        let (facts, indicators, undecided) = await app.sweep()
        #expect(indicators.isSubset(of: ["apple-unsealed-root", "apple-sideloaded", "apple-foreign-image"]), "\(undecided)")
        for fact in [facts.swiftTables, facts.boundPointers, facts.functionStarts] {
            #expect(fact.value?.count == 0 && fact.value?.unread == [] && fact.value!.examined > 50, "\(fact)")
        }
        #expect(facts.traps.value?.traps == [] && facts.traps.value!.scanned > 1000)
        #expect(facts.signedPages.value?.count == 0 && facts.signedPages.value!.examined > 0)
    }

    @Test func replacedEntriesAreFound() async throws {
        for table in [SwiftTableEntry.Table.class, .metadata, .witness] {
            let app = try Self.app()
            let entries = app.image.swiftTableEntries(PointerResolver(app.image, imports: app.image.imports()))
            let entry = try #require(entries.first { $0.table == table })
            app.process.write(pointer: app.unowned, at: entry.address &+ app.slide)
            try app.publish(hasUnownedCode: false)
            let (facts, indicators, _) = await app.sweep()
            #expect(indicators.contains("apple-replaced-swift-method"), "\(table)")
            #expect(facts.swiftTables.value?.hooks.map(\.kind) == [table == .witness ? .swiftWitness : .swiftClassEntry])
        }
    }

    /// A breakpoint in the middle of a function, and a trap of another kind than debuggers write: code that the file does not have.
    @Test func trapsAreFoundAnywhere() async throws {
        let app = try Self.app()
        let text = try #require(app.image.section("__TEXT", "__text"))
        let places = [text.address + 5, text.address + text.size / 2, text.address + text.size - 1].map { $0 &+ app.slide }
        for place in places { app.process.write([0xCC], at: place) }
        try app.publish(hasUnownedCode: false)
        let (facts, indicators, _) = await app.sweep()
        #expect(indicators.isSuperset(of: ["apple-software-breakpoint", "apple-changed-page"]))
        #if arch(x86_64)
            let base = app.library.mapped.address
            #expect(facts.traps.value?.traps.map(\.offset) == places.map { $0 - base })
            #expect(facts.traps.value?.traps.allSatisfy { $0.differsFromFile == true } == true)
        #endif
    }
}
