public import MerlonCore
public import MerlonVault

/// One thing that is audited: an app, an extension, a framework, a loose binary, a profile, a source folder, or the data of an app.
///
/// Readers make artifacts; rules only look at them. All of it is plain data, so a rule is tested without any file.
public struct Artifact: Codable, Sendable {
    /// What it is.
    public enum Kind: String, Codable, Sendable {
        case app, appExtension, framework, binary, profile, source, container
    }

    /// What it is.
    public var kind: Kind
    /// Where it is, relative to its target: `Payload/App.app/PlugIns/Share.appex`. Empty for a target that is itself the artifact.
    public var path: String
    /// The name that a person knows it by: the display name, the bundle name, or the file name.
    public var name: String
    /// The main property list.
    public var infoPlist: PropertyList?
    /// The path of that property list, for evidence.
    public var infoPlistPath: String?
    /// The main executable and, for a source folder, none. Dynamic libraries that lie loose in the bundle follow it.
    public var binaries: [BinaryFacts]
    /// The provisioning profile embedded in it, or the profile itself.
    public var profile: ProvisioningProfile?
    /// `PrivacyInfo.xcprivacy` of this artifact.
    public var privacyManifest: PropertyList?
    /// Entitlements that a source folder or a project states. Those of a binary are in its slices.
    public var declaredEntitlements: [DeclaredEntitlements]
    /// Build settings of a project, per configuration, where a source folder has one.
    public var buildSettings: [BuildConfiguration]
    /// All files that belong to this artifact and to none of its children.
    public var files: [BundleFile]
    /// What an app has written, with paths relative to its container: of a container alone.
    public var containerFiles: [ContainerFile]
    /// Secrets in what an app has written, by their form: of a container alone.
    public var containerSecrets: [ContainerSecret]
    /// What an app has written too, and could not be read, or not to its end: nothing is known of it.
    public var unreadFiles: [String]
    /// Where the app says that its data belongs.
    public var placement: DeclaredPlacement?
    /// Cross-platform frameworks that were recognised.
    public var runtimes: [AppRuntime]
    /// Extensions, frameworks, watch apps within it, each an artifact of its own.
    public var children: [Artifact]

    /// Makes an artifact; whatever is not given is absent.
    public init(
        kind: Kind, path: String, name: String, infoPlist: PropertyList? = nil, infoPlistPath: String? = nil, binaries: [BinaryFacts] = [],
        profile: ProvisioningProfile? = nil, privacyManifest: PropertyList? = nil, declaredEntitlements: [DeclaredEntitlements] = [],
        buildSettings: [BuildConfiguration] = [], files: [BundleFile] = [], containerFiles: [ContainerFile] = [],
        containerSecrets: [ContainerSecret] = [], unreadFiles: [String] = [], placement: DeclaredPlacement? = nil,
        runtimes: [AppRuntime] = [], children: [Artifact] = []
    ) {
        self.kind = kind
        self.path = path
        self.name = name
        self.infoPlist = infoPlist
        self.infoPlistPath = infoPlistPath
        self.binaries = binaries
        self.profile = profile
        self.privacyManifest = privacyManifest
        self.declaredEntitlements = declaredEntitlements
        self.buildSettings = buildSettings
        self.files = files
        self.containerFiles = containerFiles
        self.containerSecrets = containerSecrets
        self.unreadFiles = unreadFiles
        self.placement = placement
        self.runtimes = runtimes
        self.children = children
    }

    /// This artifact and all within it, outermost first.
    public var flattened: [Artifact] { [self] + children.flatMap(\.flattened) }

    /// Every binary of this artifact and of all within it.
    public var allBinaries: [BinaryFacts] { flattened.flatMap(\.binaries) }
}

/// A framework that brings its own language runtime or user interface.
public enum AppRuntime: String, Codable, CaseIterable, Sendable {
    case flutter = "Flutter"
    case reactNative = "React Native"
    case hermes = "Hermes"
    case unity = "Unity"
    case xamarin = "Xamarin"
    case cordova = "Cordova"
}

/// The entitlements that a source tree states in a file.
public struct DeclaredEntitlements: Hashable, Codable, Sendable {
    /// The file.
    public var path: String
    /// Its content.
    public var values: PropertyList

    /// Makes it.
    public init(path: String, values: PropertyList) {
        self.path = path
        self.values = values
    }
}

/// The settings of one build configuration of one target.
public struct BuildConfiguration: Hashable, Codable, Sendable {
    /// The project file.
    public var path: String
    /// The target, or `nil` for the project's own settings.
    public var target: String?
    /// `Debug`, `Release` …
    public var configuration: String
    /// Setting names and values as they stand, lists joined by blanks.
    public var settings: [String: String]

    /// Makes it.
    public init(path: String, target: String?, configuration: String, settings: [String: String]) {
        self.path = path
        self.target = target
        self.configuration = configuration
        self.settings = settings
    }
}
