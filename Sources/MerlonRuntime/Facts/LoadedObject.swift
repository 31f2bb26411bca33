/// An executable or library that the loader has in the process.
public struct LoadedObject: Hashable, Codable, Sendable {
    /// Its path, scrubbed; `(executable)` for the program itself.
    public var name: String
    /// Whether it is the program, or in the closure of the libraries that the program says it needs (`DT_NEEDED`).
    public var isNeeded: Bool

    /// Makes an object.
    public init(name: String, isNeeded: Bool) {
        self.name = name
        self.isNeeded = isNeeded
    }
}
