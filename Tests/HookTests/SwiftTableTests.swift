import Foundation
import MerlonMachO
import TestSupport
import Testing

@testable import MerlonRuntime

/// Tables as the Swift compiler writes them for iOS (Tests/SwiftTables): classes that inherit and override, generic ones, an actor, asynchronous methods,
/// conformances of classes, structures, enumerations and of other protocols.
@Suite struct SwiftTableTests {
    private static func library(_ name: String, withFile: Bool) throws -> LaidOutLibrary {
        let url = PackageFolder.url.appendingPathComponent("Tests/SwiftTables/\(name).dylib")
        let bytes = [UInt8](try Data(contentsOf: url))
        let file = try MachOFile(ByteView(copying: bytes))
        return try LaidOutLibrary("/app/Frameworks/\(name)", try #require(file.images.first), bytes, withFile: withFile)
    }

    private static func entries(_ laidOut: LaidOutLibrary) -> [SwiftTableEntry] {
        let file = laidOut.mapped.file
        return file.swiftTableEntries(PointerResolver(file, imports: file.imports()))
    }

    @Test(arguments: ["Tables", "Resilient"], [true, false]) func untouchedTablesAreRight(name: String, withFile: Bool) throws {
        let laidOut = try Self.library(name, withFile: withFile)
        let clean = HookScan(laidOut.process).swiftTables()
        #expect(clean.hooks == [] && clean.count == 0 && clean.undetermined == 0 && clean.unread == [])
        #expect(clean.examined >= (withFile ? 55 : 30), "\(clean.examined)")
        for findings in [HookScan(laidOut.process).functions(), HookScan(laidOut.process).boundPointers()] {
            #expect(findings.count == 0 && findings.unread == [], "\(findings)")
        }
    }

    /// Methods of a class, what it inherits and overrides, its destructor, and requirements of protocols: each alone, to memory of no image, to a library
    /// from elsewhere, and to another function of the same image.
    @Test(arguments: ["Tables", "Resilient"]) func everyEntryIsSeen(name: String) throws {
        let laidOut = try Self.library(name, withFile: true)
        let entries = Self.entries(laidOut)
        #expect(Set(entries.map { "\($0.table)" }) == ["class", "metadata", "witness"])
        #expect(
            Set(entries.map(\.type)).isSuperset(of: ["Tables.Account", "Tables.Savings", "Tables.Leaf", "Tables.Worker", "Tables.Memory"]))
        let another = try laidOut.mapped.file.functionStarts()[0] &+ laidOut.mapped.slide
        for (turn, entry) in entries.enumerated() {
            let place = entry.address &+ laidOut.mapped.slide
            let old = try #require(laidOut.process.pointer(at: place))
            // Requirements that have a default in another form lead nowhere.
            guard old != 0 else { continue }
            // Of what is bound to another image's symbol any image's will do that is no stranger's.
            let isBound = laidOut.mapped.bindings.bindings.contains { $0.address == entry.address }
            laidOut.process.write(pointer: [laidOut.anonymous, laidOut.foreign, another][turn % (isBound ? 2 : 3)], at: place)
            let found = HookScan(laidOut.process).swiftTables()
            #expect(found.hooks.count == 1 && found.hooks[0].name.hasPrefix(entry.type), "\(entry): \(found.hooks)")
            #expect(found.hooks.first?.kind == (entry.table == .witness ? .swiftWitness : .swiftClassEntry))
            laidOut.process.write(pointer: old, at: place)
        }
        #expect(HookScan(laidOut.process).swiftTables().count == 0)
    }

    /// Without the file descriptors say what classes' own methods are.
    @Test(arguments: ["Tables", "Resilient"]) func withoutAFileOwnMethodsAreSeen(name: String) throws {
        let laidOut = try Self.library(name, withFile: false)
        let own = Self.entries(laidOut).filter { $0.table == .class }
        #expect(own.count >= 15)
        for entry in own {
            let place = entry.address &+ laidOut.mapped.slide
            let old = try #require(laidOut.process.pointer(at: place))
            laidOut.process.write(pointer: laidOut.anonymous, at: place)
            #expect(HookScan(laidOut.process).swiftTables().hooks.map(\.name) == ["\(entry.type), entry \(entry.index)"])
            laidOut.process.write(pointer: old, at: place)
        }
    }
}
