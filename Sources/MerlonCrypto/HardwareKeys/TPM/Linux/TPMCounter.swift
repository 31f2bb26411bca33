#if os(Linux)
    import CMerlonHardware
    import MerlonCore

    /// A counter in a TPM's own memory, which nothing turns back: a new one starts above every counter that this TPM ever had (TPM 2.0 Library
    /// Part 1, 37.2.4).
    ///
    /// That memory wears out, and chips slow writers down: count changes of a store, not events. Every program that may talk to the TPM can add to
    /// it, so it says that something was put back, not who counted.
    public struct TPMCounter: MonotonicCounter {
        private let tpm: TPM
        private let path: String

        init(_ tpm: TPM, _ path: String) { (self.tpm, self.path) = (tpm, path) }

        public func value() throws(CryptoError) -> UInt64 {
            var bytes: UnsafeMutablePointer<UInt8>?
            var count = 0
            unsafe try tpm.api.call("Reading a counter", path: path) { unsafe $0.nv_read($1, path, &bytes, &count, nil) }
            let number = unsafe tpm.api.taken(bytes, count)
            guard number.count == 8 else { throw CryptoError(.malformed, "The TPM's object is no counter.") }
            return number.reduce(0) { $0 << 8 | UInt64($1) }
        }

        public func increment() throws(CryptoError) -> UInt64 {
            unsafe try tpm.api.call("Adding to a counter", path: path) { unsafe $0.nv_increment($1, path) }
            return try value()
        }
    }

    extension TPM {
        /// Makes a new counter of this name, and adds one: before that it has no value.
        ///
        /// Throws ``CryptoError/Code/keyExists`` when there is one of this name, ``CryptoError/Code/limitExceeded`` when the TPM's memory is full.
        public func makeCounter(_ name: String) throws(CryptoError) -> TPMCounter {
            let path = try Self.path(.counter, name)
            unsafe try api.call("Making a counter") { unsafe $0.create_nv($1, path, "counter,noDa", 0, nil, nil) }
            let counter = TPMCounter(self, path)
            _ = try counter.increment()
            return counter
        }

        /// The counter of this name. Throws ``CryptoError/Code/keyNotFound`` when there is none.
        public func counter(_ name: String) throws(CryptoError) -> TPMCounter {
            let counter = TPMCounter(self, try Self.path(.counter, name))
            _ = try counter.value()
            return counter
        }
    }
#endif
