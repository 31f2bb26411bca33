/// The handshakes of the Noise Protocol Framework (revision 34, 7.5 and 9.4) that a channel uses. All have two messages.
enum NoisePattern: String, Sendable, CaseIterable {
    /// Nobody is authenticated.
    case nn = "NN"
    /// Both are, by a pre-shared key.
    case nnPSK0 = "NNpsk0"
    /// The responder is, by a key that the initiator knows.
    case nk = "NK"
    /// The responder is by its key, both by a pre-shared key.
    case nkPSK0 = "NKpsk0"
    /// Both are by their keys; the initiator sends its own, encrypted.
    case ik = "IK"
    /// Both are by their keys and by a pre-shared key.
    case ikPSK2 = "IKpsk2"

    /// What a message does to the state of both sides.
    enum Token: Sendable { case e, s, ee, es, se, ss, psk }

    /// Whether the initiator knows the responder's key before the handshake.
    var knowsResponder: Bool { self != .nn && self != .nnPSK0 }
    /// Whether the initiator has a key.
    var hasInitiator: Bool { self == .ik || self == .ikPSK2 }
    /// Whether there is a pre-shared key.
    var hasPreSharedKey: Bool { self == .nnPSK0 || self == .nkPSK0 || self == .ikPSK2 }

    /// The pattern for what the two sides have.
    init(knowsResponder: Bool, hasInitiator: Bool, hasPreSharedKey: Bool) {
        switch (knowsResponder, hasInitiator) {
        case (false, _): self = hasPreSharedKey ? .nnPSK0 : .nn
        case (true, false): self = hasPreSharedKey ? .nkPSK0 : .nk
        case (true, true): self = hasPreSharedKey ? .ikPSK2 : .ik
        }
    }

    /// The tokens of the initiator's message.
    var first: [Token] {
        switch self {
        case .nn: [.e]
        case .nnPSK0: [.psk, .e]
        case .nk: [.e, .es]
        case .nkPSK0: [.psk, .e, .es]
        case .ik, .ikPSK2: [.e, .es, .s, .ss]
        }
    }

    /// The tokens of the responder's message.
    var second: [Token] {
        switch self {
        case .nn, .nnPSK0, .nk, .nkPSK0: [.e, .ee]
        case .ik: [.e, .ee, .se]
        case .ikPSK2: [.e, .ee, .se, .psk]
        }
    }
}
