/// A secret that was found in a run of bytes. It holds no part of the secret beyond its first four characters.
struct SecretMatch: Hashable, Sendable {
    /// What it is: `AWS access key`.
    let name: String
    /// Where the secret itself stands, without the words around it.
    let range: Range<Int>
    /// Its first four characters and its length, for reports.
    let masked: String
    /// What its holder can do with it.
    let reach: SecretFormat.Reach
}
