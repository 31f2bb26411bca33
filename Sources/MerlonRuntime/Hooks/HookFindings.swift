/// What one way of looking for hooks came to.
public struct HookFindings: Hashable, Codable, Sendable {
    /// The first that were found, at most ``maximumHooks``.
    public var hooks: [HookedFunction]
    /// How many were found.
    public var count: Int
    /// How many functions, pointers or methods were looked at and judged.
    public var examined: Int
    /// How many could not be judged, because what they should be is not known.
    public var undetermined: Int
    /// What could not be looked at: images, scrubbed, each with a reason; at most ``maximumUnread``.
    public var unread: [String]

    /// More are counted and not listed.
    public static let maximumHooks = 64
    /// More are not listed.
    public static let maximumUnread = 32

    /// Makes findings.
    public init(hooks: [HookedFunction] = [], count: Int? = nil, examined: Int = 0, undetermined: Int = 0, unread: [String] = []) {
        self.hooks = hooks
        self.count = count ?? hooks.count
        self.examined = examined
        self.undetermined = undetermined
        self.unread = unread
    }

    mutating func add(_ hook: HookedFunction) {
        count += 1
        if hooks.count < Self.maximumHooks { hooks.append(hook) }
    }

    mutating func note(unread image: ProcessImage, _ reason: String) {
        if unread.count < Self.maximumUnread { unread.append("\(ScrubbedPath.scrub(image.path)): \(reason)") }
    }
}
