import Foundation
import TestSupport
import Testing

/// What the documents show is what the compiler accepts. Examples for Apple's systems are asked of it by `Scripts/apple-compile`.
@Suite("Examples of the documents")
struct DocumentationExampleTests {
    @Test("Every Swift example compiles", .enabled(if: Executable("swiftc").isInstalled, "needs swiftc"))
    func examplesCompile() throws {
        let script = Executable(at: Checkout.root.appendingPathComponent("Scripts/check-examples").path)
        let run = try script.run([BuiltProducts.folder.appendingPathComponent("Modules").path])
        #expect(run.status == 0, "\(run.errors)")
        let words = run.output.split(separator: " ")
        #expect(words.first.flatMap { Int($0) } ?? 0 >= 15, "\(run.output)")
    }
}
