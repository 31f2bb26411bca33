public import MerlonCore

/// What a sign-in gave: tokens for a ``Session``, and who signed in.
public struct SignIn: Sendable {
    /// The tokens, with the subject of the verified ID token where there is one.
    public let tokens: TokenResponse
    /// The ID token of OpenID Connect, verified; `nil` where none was asked for and none came.
    public let identity: VerifiedToken<JSONValue>?
}

extension SignIn: CustomStringConvertible, CustomReflectable {
    public var description: String { "sign-in" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
