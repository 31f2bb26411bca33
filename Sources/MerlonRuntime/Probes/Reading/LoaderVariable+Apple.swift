extension LoaderVariable {
    /// Of which tools of jailbreaks set variables: Substrate's safe mode, Dopamine's root and sandbox, RootHide's root.
    private static let prefixes = ["DYLD_", "SUBSTRATE_", "JB_"]
    private static let names: Set<String> = ["_MSSafeMode", "_SafeMode", "JBROOT", "JBRAND"]

    /// The variables for the loader, and of hooking tools, of an environment; at most 32.
    static func apple(in environment: [String: String]) -> [LoaderVariable] {
        let found = environment.filter { variable in
            names.contains(variable.key) || prefixes.contains { variable.key.hasPrefix($0) }
        }
        return found.sorted { $0.key < $1.key }.prefix(32).map { name, value in
            let files = value.split { $0 == ":" || $0 == ";" }.prefix(16).map { ScrubbedPath.baseName(String($0.prefix(4096))) }
            return LoaderVariable(name: String(name.prefix(64)), files: files)
        }
    }
}
