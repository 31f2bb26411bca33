/// A call that makes a CommonCrypto cryptor, with what its constant arguments say.
///
/// Source of the argument order and the numbers: CommonCryptor.h.
struct CryptorCall {
    let slice: CodeView.Slice
    let reference: CodeReference

    /// The registers of a call's arguments.
    private struct Layout {
        let algorithm: Int
        var options: Int?
        var mode: Int?
        let keyLength: Int
        let vector: Int
    }

    private static let layouts: [String: Layout] = {
        let plain = Layout(algorithm: 1, options: 2, keyLength: 4, vector: 5)
        return [
            "_CCCrypt": plain, "_CCCryptorCreate": plain, "_CCCryptorCreateFromData": plain,
            "_CCCryptorCreateWithMode": Layout(algorithm: 2, mode: 1, keyLength: 6, vector: 4),
        ]
    }()

    static let uses: [CodeUse] = layouts.keys.sorted().map(CodeUse.symbol)

    /// Every such call of the code.
    static func all(in code: CodeView) -> [CryptorCall] {
        code.slices.flatMap { slice in
            slice.references(to: uses).filter { $0.kind == .call }.map { CryptorCall(slice: slice, reference: $0) }
        }
    }

    /// The slices that import such a function, and in which no call of it was located.
    static func unlocated(in code: CodeView) -> [Evidence] {
        code.slices.filter { slice in slice.uses(uses) && !slice.references(to: uses).contains { $0.kind == .call } }
            .flatMap { $0.places(of: uses) { "uses \($0.name)" } }
    }

    /// kCCAlgorithm…, where it is a constant.
    var algorithm: UInt64? { argument(\.algorithm) }
    /// Key length in bytes, where it is a constant.
    var keyLength: UInt64? { argument(\.keyLength) }
    /// The initialisation vector is plainly NULL.
    var hasNoVector: Bool { argument(\.vector) == 0 }

    /// Electronic code book, where the mode is a constant.
    var isCodebook: Bool? {
        guard let layout = Self.layouts[reference.name] else { return nil }
        if let mode = layout.mode { return reference.constantArguments[mode].map { $0 == 1 } }  // kCCModeECB
        return layout.options.flatMap { reference.constantArguments[$0] }.map { $0 & 2 != 0 }  // kCCOptionECBMode
    }

    /// Cipher block chaining, where the mode is a constant.
    var isChaining: Bool? {
        guard let layout = Self.layouts[reference.name] else { return nil }
        if let mode = layout.mode { return reference.constantArguments[mode].map { $0 == 2 } }  // kCCModeCBC
        return isCodebook.map { !$0 }
    }

    /// The name of a cipher that is broken or too small, for a kCCAlgorithm… number.
    static func brokenCipher(_ algorithm: UInt64) -> String? {
        switch algorithm {
        case 1: "DES"
        case 2: "3DES"
        case 3: "CAST-128"
        case 4: "RC4"
        case 5: "RC2"
        case 6: "Blowfish"
        default: nil
        }
    }

    func evidence(_ detail: String) -> Evidence {
        slice.evidence(reference, "\(reference.name.dropFirst()): \(detail)")
    }

    private func argument(_ register: KeyPath<Layout, Int>) -> UInt64? {
        Self.layouts[reference.name].flatMap { reference.constantArguments[$0[keyPath: register]] }
    }
}
