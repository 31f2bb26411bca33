/// What to do when the file that is to be written exists already.
public enum ExistingFile: Hashable, Sendable {
    /// The new contents take its place at once, when all went well.
    case replaced
    /// It stays, and the work ends with ``CryptoError/Code/inputOutput`` and `EEXIST`, also when it came into being meanwhile.
    case kept
}
