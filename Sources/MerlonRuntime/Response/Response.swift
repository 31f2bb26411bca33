public import MerlonCore

/// What an app does about a verdict. The app does it: the library never exits, and never acts on its own.
public enum Response: Hashable, Codable, Sendable {
    /// Note it, with its evidence, where the app's operators look.
    case report
    /// Ask for a further proof, such as a second factor or the owner's presence, before anything of value.
    case stepUp
    /// Answer later: makes trying things out slow, without telling why.
    case delay(TimeSpan)
    /// Leave keys where they are kept (``ShieldCondition``).
    case withholdKeys
}
