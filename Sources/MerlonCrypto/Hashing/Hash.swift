internal import MerlonCore

extension HashAlgorithm {
    /// The digest of `bytes`.
    ///
    /// A digest hides nothing that can be guessed: passwords go through `PasswordHash`, keys through ``DerivationKey``.
    public func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        var stream = HashStream(self)
        stream.update(bytes)
        return stream.finish()
    }
}
