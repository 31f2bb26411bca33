/// Whether somebody else may see the screen.
public struct ScreenState: Hashable, Codable, Sendable {
    /// Whether it is recorded, mirrored or sent (`UIScreen.isCaptured`).
    public var isCaptured: Bool
    /// How many screens show the app: more than one means a second display or mirroring.
    public var screens: Int

    /// Makes a state.
    public init(isCaptured: Bool, screens: Int = 1) {
        self.isCaptured = isCaptured
        self.screens = screens
    }
}
