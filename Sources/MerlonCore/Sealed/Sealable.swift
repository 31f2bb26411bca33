/// A value that can be carried in a sealed record: the only way in which a ``SecretBytes`` leaves its memory.
///
/// Only sealing makes a ``SealedEncoder``, so what a type writes into one is encrypted before anything else can see it. Write the fields in
/// a fixed order, and read them in the same order. A type that will change writes its version first.
///
/// ```swift
/// struct Login: Sealable {
///     var user: String
///     var token: SecretBytes
///     func encode(to encoder: inout SealedEncoder) throws(CoreError) {
///         try encoder.encode(user)
///         try encoder.encode(token)
///     }
///     init(from decoder: inout SealedDecoder) throws(CoreError) {
///         user = try decoder.string()
///         token = try decoder.secret()
///     }
/// }
/// ```
public protocol Sealable: Sendable {
    /// Writes the value's fields.
    func encode(to encoder: inout SealedEncoder) throws(CoreError)
    /// Reads what ``encode(to:)`` wrote.
    init(from decoder: inout SealedDecoder) throws(CoreError)
}
