import MerlonCrypto

extension CryptoError: ReasonedError {}
