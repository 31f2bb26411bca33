import Foundation
import MerlonAuth
import Testing

/// The adapter of CoreImage: which module is which, and what it makes of an image that is none.
@Suite(.serialized) struct QRCodeTests {
    @Test func modulesStandWhereTheyStood() throws {
        let size = 29
        // Dark corners, as the finder patterns are, and noise.
        var modules = (0..<size * size).map { $0 * 7919 % 11 < 5 }
        for row in 0..<7 { for column in 0..<7 { modules[row * size + column] = true } }
        modules[size - 1] = true
        modules[(size - 1) * size] = true
        let drawn = modules
        nonisolated(unsafe) var asked: [String] = []
        QRGenerator.set { message, level in
            asked.append(String(decoding: message, as: UTF8.self) + level)
            return (size, drawn)
        }
        let code = try QRCode("otpauth://totp/ü", correction: .quartile)
        #expect(asked == ["otpauth://totp/üQ"] && code.size == size)
        let read = (0..<size).flatMap { row in (0..<size).map { code.isDark(row: row, column: $0) } }
        #expect(read == modules)
    }

    @Test func whatIsNoCodeIsAnError() throws {
        QRGenerator.set { _, _ in nil }
        #expect(throws: AuthError(.backendFailure, "")) { try QRCode("x") }
        QRGenerator.set { _, _ in (25, [Bool](repeating: false, count: 625)) }
        #expect(throws: AuthError(.backendFailure, "")) { try QRCode("x") }
        QRGenerator.set { _, _ in (300, [Bool](repeating: true, count: 90_000)) }
        #expect(throws: AuthError(.backendFailure, "")) { try QRCode("x") }
    }
}
