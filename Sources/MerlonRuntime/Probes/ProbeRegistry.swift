/// The probes of the platform that this was built for: `all` and `emptySnapshot(at:)` are in its folder.
enum ProbeRegistry: Sendable {}
