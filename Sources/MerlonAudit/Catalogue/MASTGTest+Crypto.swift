extension MASTGTest {
    static let crypto: [MASTGTest] = [
        .init(
            209, "Keys that are too short", .crypto, [2], weakness: 9, [.l1, .l2], .analysis,
            "Find where keys are made (SecKeyCreateRandomKey, CCCrypt, CryptoKit) and see that RSA has 2048 bits or more, AES 128 or "
                + "more, EC 256 or more."
        ),
        .init(
            210, "Broken symmetric ciphers", .crypto, [1], weakness: 20, [.l1, .l2], .review,
            "For each use of DES, 3DES, RC2, RC4 or Blowfish see whether it protects anything, or only reads an old format."),
        .init(
            211, "Broken hash functions", .crypto, [1], weakness: 21, [.l1, .l2], .review,
            "For each use of MD5 or SHA-1 see whether security rests on it, or whether it is a checksum or a cache key."),
        .init(
            213, "Cryptographic keys in code", .crypto, [2], weakness: 14, [.l1, .l2], .review,
            "See for each constant that reaches a key parameter whether it is a secret, and for what."),
        .init(
            214, "Cryptographic keys in files of the bundle", .crypto, [2], weakness: 14, [.l1, .l2], .review,
            "Open each key file and property list of the bundle that was pointed at and see whether it holds a private or symmetric key."),
        .init(
            311, "Insecure random numbers", .crypto, [1], weakness: 27, [.l1, .l2], .review,
            "See whether what comes from rand, random, drand48 or a seeded generator is used for keys, tokens, nonces or identifiers."),
        .init(
            317, "Broken modes of encryption", .crypto, [1], weakness: 20, [.l1, .l2], .review,
            "For each CCCrypt call with ECB mode, or CBC without a MAC, see what it protects."),
        .init(
            349, "Insecure random numbers at run time", .crypto, [1], weakness: 27, [.l1, .l2], .running,
            "Hook rand, random, srand and drand48 with Frida while the app makes keys or tokens, and look at the call stacks."),
    ]
}
