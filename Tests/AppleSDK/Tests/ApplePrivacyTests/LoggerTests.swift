import Foundation
import MerlonPrivacy
import Testing
import os

@Suite struct LoggerTests {
    struct Patient { @Sensitive var name: String }

    /// Whatever privacy a line asks for, even public.
    @Test func theSystemsLogDoesNotShowIt() {
        let logger = Logger(subsystem: "org.example", category: "privacy-\(UUID().uuidString)")
        let patient = Patient(name: "Ada Lovelace")
        logger.info("one \(patient.$name)")
        logger.info("two \(patient.$name, privacy: .public)")
        logger.error("three \(patient.$name, privacy: .private(mask: .hash)) \(Sensitive(wrappedValue: "Ada Lovelace"), privacy: .public)")
        logger.fault("four \(String(describing: patient), privacy: .public)")
        let lines = Logger.recorded.filter { $0.contains("privacy-") }
        #expect(lines.count == 4 && lines.filter { $0.contains("‹redacted›") }.count == 3)
        #expect(!lines.joined().contains("Ada"))
    }
}
