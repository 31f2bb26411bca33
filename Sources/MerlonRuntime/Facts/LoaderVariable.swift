/// A variable for the dynamic loader that the process was started with. Read from `/proc/self/environ`, which stays when the variable is taken
/// away later.
public struct LoaderVariable: Hashable, Codable, Sendable {
    /// Its name, such as `LD_PRELOAD`.
    public var name: String
    /// The last components of the paths in it, at most 16.
    public var files: [String]

    /// Makes a variable.
    public init(name: String, files: [String]) {
        self.name = name
        self.files = files
    }
}
