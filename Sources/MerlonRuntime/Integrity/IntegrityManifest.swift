public import MerlonCore

/// What was shipped: digests of the code of every binary, made when the program was built and signed by its maker. The running program is compared
/// with it.
///
/// Code is digested as it stands before the App Store encrypts it, which is how it is in memory. Signing and stripping a binary do not change it.
/// `merlon hash` makes manifests; ``init(verifying:keys:after:)`` reads them.
public struct IntegrityManifest: Hashable, Sendable {
    /// Grows with each release, so that no older manifest, with an older program, takes the place of a newer one.
    public var sequence: Int64
    /// When it was made.
    public var issued: WallTime
    /// Who the program is; `nil` for what is no app.
    public var application: Application?
    /// Its binaries, each once by path.
    public var binaries: [Binary]

    /// Who the program is, as its bundle says.
    public struct Application: Hashable, Sendable {
        /// `CFBundleIdentifier`.
        public var bundleIdentifier: String
        /// `CFBundleShortVersionString`; empty for none.
        public var version: String
        /// The SHA-256 of `embedded.mobileprovision`; `nil` when there is none.
        public var profileDigest: [UInt8]?

        /// Makes one.
        public init(bundleIdentifier: String, version: String, profileDigest: [UInt8]? = nil) {
            self.bundleIdentifier = bundleIdentifier
            self.version = version
            self.profileDigest = profileDigest
        }
    }

    /// A file with code.
    public struct Binary: Hashable, Sendable {
        /// From the bundle, or the folder that was given: `App`, `Frameworks/Kit.framework/Kit`.
        public var path: String
        /// Of the whole file, SHA-256: for ELF. Signing changes Mach-O files as wholes, so they have none.
        public var digest: [UInt8]?
        /// One an architecture.
        public var slices: [Slice]

        /// Makes one.
        public init(path: String, digest: [UInt8]? = nil, slices: [Slice]) {
            self.path = path
            self.digest = digest
            self.slices = slices
        }
    }

    /// The code for one architecture.
    public struct Slice: Hashable, Sendable {
        /// `arm64`, `x86_64` …
        public var architecture: String
        /// `LC_UUID` or the build id; empty when there is none.
        public var identifier: [UInt8]
        /// The team in the code signature; empty when it was not signed, or by nobody.
        public var team: String
        /// What it links, as it names them.
        public var libraries: [String]
        /// Whether the App Store's encryption kept its code from being read: nothing can be said about it.
        public var isEncrypted: Bool
        /// Its sections of code and constants.
        public var sections: [CodeDigest]

        /// Makes one.
        public init(
            architecture: String, identifier: [UInt8], team: String = "", libraries: [String] = [], isEncrypted: Bool = false,
            sections: [CodeDigest] = []
        ) {
            self.architecture = architecture
            self.identifier = identifier
            self.team = team
            self.libraries = libraries
            self.isEncrypted = isEncrypted
            self.sections = sections
        }
    }

    /// The program's identity for a ``Shield``: its bundle identifier, the teams of its binaries, and its profile.
    public var identity: AppIdentity {
        let teams = Set(binaries.flatMap(\.slices).map(\.team)).subtracting([""])
        return AppIdentity(
            bundleIdentifiers: application.map { [$0.bundleIdentifier] } ?? [], teams: teams,
            profileDigests: application?.profileDigest.map { [Hex.encode($0)] } ?? [])
    }

    /// Makes a manifest.
    public init(sequence: Int64, issued: WallTime, application: Application? = nil, binaries: [Binary]) {
        self.sequence = sequence
        self.issued = issued
        self.application = application
        self.binaries = binaries
    }
}
