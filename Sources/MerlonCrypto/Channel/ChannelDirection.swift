import MerlonCore

/// One direction of a channel: its key, its count, its end.
final class ChannelDirection: @unchecked Sendable {
    private let lock = Lock()
    private var state: NoiseCipherState
    private let messagesPerKey: UInt64
    private var isClosed = false
    private var hasFinished = false

    init(_ state: NoiseCipherState, messagesPerKey: Int) {
        self.state = state
        self.messagesPerKey = UInt64(messagesPerKey)
    }

    /// Whether the last message of the direction has passed.
    var isFinished: Bool { lock.withLock { hasFinished } }

    /// The messages so far; tests go near the limit with it.
    var count: UInt64 {
        get { lock.withLock { state.count } }
        set { lock.withLock { state.count = newValue } }
    }

    /// Encrypts the next message.
    func seal(_ message: UnsafeRawBufferPointer, isLast: Bool) throws(CryptoError) -> [UInt8] {
        try lock.withLock { () throws(CryptoError) in
            guard !hasFinished else { throw CryptoError(.invalidArgument, "This side of the channel is finished.") }
            try prepare()
            let sealed = unsafe try state.encrypt(message, authenticating: [])
            hasFinished = isLast
            return sealed
        }
    }

    /// Decrypts the next message. After one that is not, the direction is closed for good: in an ordered stream there is no way to tell an
    /// accident from an attack, and no message that could still follow.
    func open<Message>(
        isLast: (Message) -> Bool, _ decrypt: (inout NoiseCipherState) throws(CryptoError) -> Message
    ) throws(CryptoError) -> Message {
        try lock.withLock { () throws(CryptoError) in
            guard !hasFinished, !isClosed else { throw .authenticationFailed }
            do throws(CryptoError) {
                try prepare()
                let message = try decrypt(&state)
                hasFinished = isLast(message)
                return message
            } catch {
                if error == .authenticationFailed { isClosed = true }
                throw error
            }
        }
    }

    private func prepare() throws(CryptoError) {
        guard state.count < Channel.maximumMessageCount else {
            throw CryptoError(.limitExceeded, "The channel has had its \(Channel.maximumMessageCount) messages.")
        }
        if state.count > 0, state.count % messagesPerKey == 0, rekeyedAt != state.count {
            try state.rekey()
            rekeyedAt = state.count
        }
    }

    /// The count at which the key was last replaced: a message that fails, or lacks memory, must not replace it twice.
    private var rekeyedAt: UInt64 = 0
}
