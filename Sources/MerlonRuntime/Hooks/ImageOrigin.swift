/// Where a loaded image comes from.
public enum ImageOrigin: String, Hashable, Codable, CaseIterable, Sendable {
    /// The app's own bundle, which is signed as a whole.
    case program
    /// The system: its shared cache, or a folder that the system alone writes to.
    case system
    /// Anywhere else.
    case foreign
}
