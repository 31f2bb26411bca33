#if os(Linux)
    import COpenSSL
    import Glibc

    /// The OpenSSL contexts of one thread: making one costs a microsecond and an allocation, which a small message must not pay each time.
    ///
    /// Between uses they hold the schedule of a zero key, never one of a real key.
    @safe final class ThreadContexts {
        private let ciphers: UnsafeMutablePointer<OpaquePointer?>
        private let digests: UnsafeMutablePointer<OpenSSLDigest?>

        private init() {
            unsafe ciphers = .allocate(capacity: AEAD.allCases.count)
            unsafe ciphers.initialize(repeating: nil, count: AEAD.allCases.count)
            unsafe digests = .allocate(capacity: HashAlgorithm.allCases.count)
            unsafe digests.initialize(repeating: nil, count: HashAlgorithm.allCases.count)
        }

        deinit {
            for index in AEAD.allCases.indices { unsafe EVP_CIPHER_CTX_free(ciphers[index]) }
            for index in HashAlgorithm.allCases.indices { unsafe digests[index]?.free() }
            unsafe ciphers.deallocate()
            unsafe digests.deallocate()
        }

        /// The contexts of the calling thread; they die with it.
        static var current: ThreadContexts {
            if let known = unsafe pthread_getspecific(slot) {
                return unsafe Unmanaged<ThreadContexts>.fromOpaque(known).takeUnretainedValue()
            }
            let made = ThreadContexts()
            unsafe pthread_setspecific(slot, Unmanaged.passRetained(made).toOpaque())
            return made
        }

        private static let slot: pthread_key_t = {
            var key = pthread_key_t()
            unsafe pthread_key_create(&key) { context in
                if let context = unsafe context { unsafe Unmanaged<ThreadContexts>.fromOpaque(context).release() }
            }
            return key
        }()

        /// A cipher context that already knows its cipher, so that a key and a nonce are all it needs.
        func cipher(_ cipher: AEAD) throws(CryptoError) -> OpaquePointer {
            if let known = unsafe ciphers[cipher.index] { return unsafe known }
            let algorithm = unsafe EVP_CIPHER_fetch(nil, cipher.nameInOpenSSL, nil)
            defer { unsafe EVP_CIPHER_free(algorithm) }
            guard let context = unsafe EVP_CIPHER_CTX_new(), unsafe EVP_CipherInit_ex2(context, algorithm, nil, nil, 1, nil) == 1 else {
                throw OpenSSL.failure("The cipher \(cipher) cannot be set up.")
            }
            unsafe ciphers[cipher.index] = context
            return unsafe context
        }

        /// A digest context that already knows its hash function.
        func digest(_ algorithm: HashAlgorithm) throws(CryptoError) -> OpenSSLDigest {
            if let known = unsafe digests[algorithm.index] { return unsafe known }
            guard let made = unsafe OpenSSLDigest(algorithm) else { throw OpenSSL.failure("\(algorithm) cannot be set up.") }
            unsafe digests[algorithm.index] = unsafe made
            return unsafe made
        }
    }

    extension AEAD {
        fileprivate var index: Int {
            switch self {
            case .aes128GCM: 0
            case .aes192GCM: 1
            case .aes256GCM: 2
            case .chaCha20Poly1305: 3
            }
        }

        var nameInOpenSSL: String {
            switch self {
            case .aes128GCM: "AES-128-GCM"
            case .aes192GCM: "AES-192-GCM"
            case .aes256GCM: "AES-256-GCM"
            case .chaCha20Poly1305: "ChaCha20-Poly1305"
            }
        }
    }

    extension HashAlgorithm {
        fileprivate var index: Int {
            switch self {
            case .sha256: 0
            case .sha384: 1
            case .sha512: 2
            case .insecureSHA1: 3
            }
        }

        var nameInOpenSSL: String {
            switch self {
            case .sha256: "SHA256"
            case .sha384: "SHA384"
            case .sha512: "SHA512"
            case .insecureSHA1: "SHA1"
            }
        }

        /// The method itself: static data of the library.
        var methodInOpenSSL: OpaquePointer? {
            switch self {
            case .sha256: unsafe EVP_sha256()
            case .sha384: unsafe EVP_sha384()
            case .sha512: unsafe EVP_sha512()
            case .insecureSHA1: unsafe EVP_sha1()
            }
        }
    }
#endif
