/// Whole pages for secrets, between two guard pages that no access survives.
@safe struct SecretPages {
    /// The first byte that may be used.
    let base: UnsafeMutableRawPointer
    /// How many bytes may be used: a multiple of the page size.
    let byteCount: Int
    /// How well the system protects them.
    let protection: SecretMemory.Protection
    /// The fork generation that mapped them: a child has no such pages.
    let forkGeneration: UInt32

    init(base: UnsafeMutableRawPointer, byteCount: Int, protection: SecretMemory.Protection, forkGeneration: UInt32) {
        unsafe self.base = base
        self.byteCount = byteCount
        self.protection = protection
        self.forkGeneration = forkGeneration
    }
}
