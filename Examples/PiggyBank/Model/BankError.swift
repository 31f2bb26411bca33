import MerlonAuth
import MerlonCrypto
import MerlonPinning
import MerlonVault

/// What can go wrong, as far as the person in front of it can do something about it.
public enum BankError: Error, Equatable, Sendable {
    case signInRequired
    /// The person went back.
    case cancelled
    case offline
    /// Whoever answered is not the bank.
    case notTheBank
    case wrongCode
    case locked
    /// The device or the app has been tampered with.
    case deviceNotTrusted
    case noSecondFactor
    case refused(status: Int)
    case unreadableAnswer
    /// Something that only the developers can mend: by code, never with data.
    case internalFault(String)

    /// What the person reads.
    public var sentence: String {
        switch self {
        case .signInRequired: "Please sign in."
        case .cancelled: "Nothing was done."
        case .offline: "The bank cannot be reached. What you see may be old."
        case .notTheBank: "Somebody else answers in the bank's name. Nothing was sent."
        case .wrongCode: "That was not right."
        case .locked: "Too many attempts. Please wait."
        case .deviceNotTrusted: "This device is not safe enough for transfers."
        case .noSecondFactor: "Please add your second factor first."
        case .refused: "The bank refused this."
        case .unreadableAnswer: "The bank's answer makes no sense."
        case .internalFault: "Something went wrong."
        }
    }

    /// What an error of any module means here.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as BankError: error
            case let error as AuthError: Self.meaning(of: error)
            case let error as PinningError: Self.meaning(of: error)
            case let error as VaultError: error.code == .locked ? .locked : .internalFault("vault: \(error.code)")
            case let error as CryptoError: .internalFault("crypto: \(error.code)")
            default: .internalFault("\(type(of: error))")
            }
    }

    private static func meaning(of error: AuthError) -> BankError {
        switch error.code {
        case .signInRequired: .signInRequired
        case .userCancelled: .cancelled
        case .authenticationFailed: .wrongCode
        case .lockedOut, .appLocked: .locked
        case .unavailable: .offline
        default: .internalFault("auth: \(error.code)")
        }
    }

    private static func meaning(of error: PinningError) -> BankError {
        switch error.code {
        case .pinMismatch, .untrustedServer, .hostNotInPolicy, .insecureURL, .redirectRefused: .notTheBank
        case .connectionFailed, .timedOut, .handshakeFailed: .offline
        case .cancelled: .cancelled
        default: .internalFault("network: \(error.code)")
        }
    }
}
