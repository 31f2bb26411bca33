#if os(Linux)
    import CMerlonHardware
    import MerlonCore

    /// A TPM 2.0, reached through tpm2-tss's Feature API, which is loaded at run time.
    ///
    /// ```swift
    /// let tpm = try TPM.open()
    /// let key = try tpm.makeWrappingKey("vault", authorization: pin)
    /// ```
    /// Objects have names of 1 to 64 letters, digits, `-` and `_`. They outlive the process: the TPM encrypts them with a key that never leaves it,
    /// and FAPI keeps the result in the user's key store. The same name opens the same object; none is ever overwritten.
    ///
    /// An authorization value has 1 to 32 bytes, none of them zero. Wrong ones count: after a few (32 by default on many chips) the TPM refuses
    /// everything that has such a value for a while (``CryptoError/Code/lockedOut``). Without a value, every program that may talk to the TPM can
    /// use the object.
    ///
    /// What a TPM does not stop: who is root on the running machine can talk to it, wait for the authorization value, and use the key while the
    /// system runs. It cannot take the key away. A bus between chip and processor can be listened to; FAPI encrypts what travels there.
    public final class TPM: Sendable {
        let api: FeatureAPI
        /// What the TPM says of itself.
        public let device: KeyDevice

        /// Opens the TPM of FAPI's configuration.
        ///
        /// - Parameters:
        ///   - configuration: The path of a FAPI configuration; the system's (`/etc/tpm2-tss/fapi-config.json`, or `TSS2_FAPICONF`) where `nil`.
        ///     FAPI takes it from the environment alone, so `TSS2_FAPICONF` of this process is set: not while other threads read the environment.
        ///   - library: The name or path of the library.
        /// - Throws: ``CryptoError/Code/hardwareUnavailable`` when the library is not installed or leads to no TPM.
        public static func open(configuration: String? = nil, library: String = "libtss2-fapi.so.1") throws(CryptoError) -> TPM {
            try TPM(FeatureAPI(library: library, configuration: configuration))
        }

        private init(_ api: FeatureAPI) throws(CryptoError) {
            self.api = api
            var info: UnsafeMutablePointer<CChar>?
            unsafe try api.call("Asking the TPM") { unsafe $0.get_info($1, &info) }
            device = TPMDescription.device(unsafe api.taken(info))
        }

        /// Sets FAPI up on this TPM, once per machine: its storage root key and the profile of its configuration. An administrator's task (as
        /// `tss2_provision` does it); without passwords for the hierarchies.
        ///
        /// Throws ``CryptoError/Code/keyExists`` when that was done before.
        public func provision() throws(CryptoError) {
            unsafe try api.call("Provisioning the TPM") { unsafe $0.provision($1, nil, nil, nil) }
        }

        /// Deletes an object of this name and kind for good; what it wrapped stays closed.
        ///
        /// Throws ``CryptoError/Code/keyNotFound`` when there is none.
        public func delete(_ kind: ObjectKind, _ name: String) throws(CryptoError) {
            let path = try Self.path(kind, name)
            unsafe try api.call("Deleting a TPM object") { unsafe $0.delete_object($1, path) }
            // The policy goes with its object; many have none.
            let policy = Self.policyPath(path)
            do throws(CryptoError) { unsafe try api.call("Deleting a policy") { unsafe $0.delete_object($1, policy) } } catch {}
        }

        /// What kinds of objects there are. The same name may stand for one of each.
        public enum ObjectKind: String, Sendable {
            /// A ``TPMSigningKey``.
            case signingKey = "sign"
            /// A ``TPMWrappingKey``.
            case wrappingKey = "wrap"
            /// A ``TPMCounter``.
            case counter
        }

        static func path(_ kind: ObjectKind, _ name: String) throws(CryptoError) -> String {
            let isAllowed = name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                }
            }
            guard isAllowed, (1...64).contains(name.utf8.count) else {
                throw CryptoError(.invalidArgument, "A TPM object's name has 1 to 64 letters, digits, - and _.")
            }
            return (kind == .counter ? "nv/Owner/" : "HS/SRK/") + "merlon_\(kind.rawValue)_\(name)"
        }

        private static func policyPath(_ path: String) -> String { "/policy/" + (path.split(separator: "/").last ?? "") }

        /// Names a policy of these registers at their present values, and of the authorization value where there is one; gives its path.
        func makePolicy(for path: String, registers: Set<Int>, hasAuthorization: Bool) throws(CryptoError) -> String? {
            guard !registers.isEmpty else { return nil }
            guard registers.allSatisfy({ (0...23).contains($0) }) else {
                throw CryptoError(.invalidArgument, "A TPM has the registers 0 to 23.")
            }
            var steps: [JSONValue] = [
                ["type": "POLICYPCR", "currentPCRs": .array(registers.sorted().map { .integer(Int64($0)) })]
            ]
            if hasAuthorization { steps.append(["type": "POLICYAUTHVALUE"]) }
            let policy: JSONValue = ["description": "bound to the measured start", "policy": .array(steps)]
            let text = policy.serialized()
            let policyPath = Self.policyPath(path)
            // One that an interrupted creation left is of no use.
            do throws(CryptoError) { unsafe try api.call("Deleting a policy") { unsafe $0.delete_object($1, policyPath) } } catch {}
            unsafe try api.call("Naming a policy") { unsafe $0.import($1, policyPath, text) }
            return policyPath
        }

        /// The public half of an object, and what the TPM enforces for it.
        func publicArea(_ path: String) throws(CryptoError) -> TPMPublicArea {
            var (area, wrapped): (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?) = (nil, nil)
            var (areaCount, wrappedCount) = (0, 0)
            var policy: UnsafeMutablePointer<CChar>?
            unsafe try api.call("Reading a TPM object") {
                unsafe $0.get_blobs($1, path, &area, &areaCount, &wrapped, &wrappedCount, &policy)
            }
            _ = unsafe api.taken(wrapped, wrappedCount)
            _ = unsafe api.taken(policy)
            return try TPMPublicArea(unsafe api.taken(area, areaCount))
        }

        /// What an object is, by its public area.
        func attributes(_ area: TPMPublicArea, exposure: KeyAttributes.Exposure, hasAuthorization: Bool) -> KeyAttributes {
            KeyAttributes(
                residence: .tpm, exposure: exposure, authorization: hasAuthorization ? .secretValue : .none, isPersistent: true,
                isBoundToMeasuredBoot: area.hasPolicy, device: device)
        }
    }
#endif
