#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonCore
    import MerlonPinning

    /// What a pinned session's requests need. Foundation makes `URLProtocol`s by class alone, so each session has a class of its own.
    final class PinnedSessionContext: @unchecked Sendable {
        let policy: PinningPolicy
        let tls: TLSContext
        let reporter: PinReporter?
        let configuration: URLSessionConfiguration
        private let lock = Lock()
        private weak var _session: URLSession?
        private var hadSession = false

        init(policy: PinningPolicy, tls: TLSContext, reporter: PinReporter?, configuration: URLSessionConfiguration) {
            self.policy = policy
            self.tls = tls
            self.reporter = reporter
            self.configuration = configuration
        }

        /// The session, while it lives.
        var session: URLSession? {
            get { lock.withLock { _session } }
            set {
                lock.withLock {
                    _session = newValue
                    hadSession = true
                }
            }
        }

        /// Whether the session has come and gone: no task of it can be left, since each keeps its session.
        private var isOver: Bool { lock.withLock { hadSession && _session == nil } }

        private static let registryLock = Lock()
        nonisolated(unsafe) private static var registry: [ObjectIdentifier: PinnedSessionContext] = [:]
        nonisolated(unsafe) private static var lastNumber = 0

        /// A class of ``PinnedURLProtocol`` that nobody else has or will have, for this context. The classes, some hundred bytes each, stay as long as
        /// the process. Contexts, with their authorities and pins, go after their sessions.
        static func register(_ context: PinnedSessionContext) -> AnyClass {
            registryLock.withLock {
                unsafe registry = unsafe registry.filter { !$0.value.isOver }
                unsafe lastNumber += 1
                let type: AnyClass = unsafe Self.type(number: lastNumber, EmptyNumber.self)
                unsafe registry[ObjectIdentifier(type)] = context
                return type
            }
        }

        static func find(_ type: AnyClass) -> PinnedSessionContext? { registryLock.withLock { unsafe registry[ObjectIdentifier(type)] } }

        /// Spells the number out in types, a binary digit each, so that every number gives another class.
        private static func type<Digits>(number: Int, _ digits: Digits.Type) -> AnyClass {
            if number == 0 { return PinnedURLProtocol<Digits>.self }
            return number & 1 == 0 ? type(number: number >> 1, Zero<Digits>.self) : type(number: number >> 1, One<Digits>.self)
        }
    }

    private enum EmptyNumber {}
    private enum Zero<Digits> {}
    private enum One<Digits> {}
#endif
