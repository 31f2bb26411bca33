#if canImport(Security)
    import Foundation
    import LocalAuthentication

    /// What this store writes beside an item, in `kSecAttrGeneric`: the policy, which the keychain does not give back, and a mark of the
    /// biometric enrolment, by which a destroyed item is told from a missing one. Neither is secret, and neither is trusted for access.
    struct ItemLabel {
        var policy: AccessPolicy
        var enrolment: Data?

        init(policy: AccessPolicy, enrolment: Data?) {
            self.policy = policy
            self.enrolment = policy.presence == .biometryOfCurrentSet ? enrolment : nil
        }

        var encoded: Data { Data("merlon-1 \(policy.code) \(enrolment?.base64EncodedString() ?? "-")".utf8) }

        init?(encoded: Data) {
            let words = String(decoding: encoded, as: UTF8.self).split(separator: " ")
            guard words.count == 3, words[0] == "merlon-1", let policy = AccessPolicy(code: String(words[1])) else { return nil }
            self.policy = policy
            enrolment = words[2] == "-" ? nil : Data(base64Encoded: String(words[2]))
        }
    }
#endif
