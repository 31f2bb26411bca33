public import MerlonCore

/// What was read from one Mach-O file: one entry a slice. Plain data, made by the Mach-O reader or by hand in tests.
public struct BinaryFacts: Codable, Sendable {
    /// The file, relative to the target.
    public var path: String
    /// One entry an architecture.
    public var slices: [SliceFacts]

    /// Makes it.
    public init(path: String, slices: [SliceFacts]) {
        self.path = path
        self.slices = slices
    }
}

/// What was read from one architecture of a Mach-O.
public struct SliceFacts: Codable, Sendable {
    /// The Mach-O file type.
    public enum FileType: String, Codable, Sendable {
        case object, executable, dynamicLibrary, bundle, dynamicLinker, debugSymbols, staticArchive, other
    }
    /// A language that the slice was compiled from, as far as its sections and symbols tell.
    public enum Language: String, Codable, Sendable { case swift, objectiveC, c }

    /// `arm64`, `arm64e`, `x86_64`, `armv7` …
    public var architecture: String
    /// `ios`, `ios-simulator`, `macos`, `maccatalyst`, `tvos`, `watchos`, `visionos` …; `nil` when no load command says.
    public var platform: String?
    /// As `15.0` or `15.0.1`.
    public var minimumOS: String?
    /// As above.
    public var sdk: String?
    /// `filetype` of the header.
    public var fileType: FileType = .executable
    /// What its code was written in, as far as imports and sections tell.
    public var languages: Set<Language> = []
    /// MH_PIE is set.
    public var isPIE = false
    /// Any LC_ENCRYPTION_INFO has a cryptid other than 0: code and data of the slice are FairPlay-encrypted.
    public var isEncrypted = false
    /// Whether it links no dynamic library and no dynamic linker.
    public var isStatic = false
    /// Whether the local symbol table was stripped: no local symbol of a function is left.
    public var isStripped = false
    /// Debugging entries (N_STAB) in the symbol table.
    public var debugSymbolCount = 0
    /// Local symbols that name functions, without debugging entries.
    public var localSymbolCount = 0
    /// A `__DWARF` segment is present.
    public var hasDWARF = false
    /// The linked libraries, in order of their ordinals.
    public var dylibs: [LinkedLibrary] = []
    /// LC_RPATH, in order.
    public var runPaths: [String] = []
    /// LC_ID_DYLIB.
    public var installName: String?
    /// Imported symbols with the leading underscore of C, and Swift symbols as mangled.
    public var imports: [ImportedSymbol] = []
    /// Exported symbols.
    public var exports: [String] = []
    /// Names of functions defined here, whether exported or local, as far as symbols are left.
    public var definedFunctions: [String] = []
    /// Objective-C classes defined here.
    public var classes: [ObjectiveCClassFacts] = []
    /// Classes that are referred to and defined elsewhere: `UIPasteboard`.
    public var referencedClasses: [String] = []
    /// Selectors that the code sends, and those of its own methods.
    public var selectors: [String] = []
    /// Names of Swift types defined here, `Module.Type`.
    public var swiftTypes: [String] = []
    /// C and Objective-C string constants, with their addresses.
    public var strings = StringPool()
    /// Arrays of 16 to 8,192 bytes that the compiler laid out in a data section, such as the storage of a Swift `[UInt8]` literal, with the
    /// addresses of their first bytes.
    public var byteArrays = StringPool()
    /// Places in the code that refer to an import, a selector, a class or a string of interest.
    public var references: [CodeReference] = []
    /// `nil` when it has no code signature.
    public var signature: SignatureFacts?

    /// Makes a slice of which only the architecture is known; set the rest.
    public init(architecture: String, platform: String? = "ios") {
        self.architecture = architecture
        self.platform = platform
    }
}

/// A dynamic library named in a load command.
public struct LinkedLibrary: Hashable, Codable, Sendable {
    /// By which load command it is linked.
    public enum Kind: String, Codable, Sendable { case regular, weak, reexport, upward, lazy }
    /// `/usr/lib/libSystem.B.dylib`, `@rpath/Alamofire.framework/Alamofire` …
    public var name: String
    /// How it is linked.
    public var kind: Kind
    /// As `1.2.3`.
    public var currentVersion: String

    /// Makes it.
    public init(name: String, kind: Kind = .regular, currentVersion: String = "1.0.0") {
        self.name = name
        self.kind = kind
        self.currentVersion = currentVersion
    }
}

/// A symbol that the dynamic linker binds.
public struct ImportedSymbol: Hashable, Codable, Sendable {
    /// As in the symbol table: `_CC_MD5`, `_OBJC_CLASS_$_UIWebView`, `$s…` with its underscore.
    public var name: String
    /// The install name of the library that it is bound to; `nil` for flat look-up.
    public var library: String?
    /// It may be absent at run time.
    public var isWeak: Bool

    /// Makes it.
    public init(_ name: String, library: String? = nil, isWeak: Bool = false) {
        self.name = name
        self.library = library
        self.isWeak = isWeak
    }
}

/// An Objective-C class with the selectors of its own methods.
public struct ObjectiveCClassFacts: Hashable, Codable, Sendable {
    /// As the runtime knows it.
    public var name: String
    /// `nil` for a root class, or when it cannot be resolved.
    public var superclass: String?
    /// Those that it adopts itself.
    public var protocols: [String]
    /// Selectors.
    public var instanceMethods: [String]
    /// Selectors.
    public var classMethods: [String]

    /// Makes it.
    public init(
        name: String, superclass: String? = nil, protocols: [String] = [], instanceMethods: [String] = [], classMethods: [String] = []
    ) {
        self.name = name
        self.superclass = superclass
        self.protocols = protocols
        self.instanceMethods = instanceMethods
        self.classMethods = classMethods
    }
}

/// A place in the code that uses something by name.
public struct CodeReference: Hashable, Codable, Sendable {
    /// How the code uses it.
    public enum Kind: String, Codable, Sendable {
        /// A call or jump to an imported function.
        case call
        /// An imported or defined datum whose address or value is loaded, such as a `kSec…` constant or a class.
        case data
        /// A message send with this selector, or its selector loaded.
        case selector
        /// A string constant whose address is loaded.
        case string
        /// One of the slice's `byteArrays`, or the header that Swift puts before it, whose address is loaded.
        case bytes
    }

    /// How the code uses it.
    public var kind: Kind
    /// The import's, selector's or class's name, or the string itself; empty for a byte array.
    public var name: String
    /// Of the instruction.
    public var address: UInt64
    /// The start of the function that holds the instruction.
    public var functionAddress: UInt64?
    /// Its name, demangled where it is Swift, if a symbol or a method list gives one.
    public var function: String?
    /// For calls and message sends: argument registers (0 = x0) whose value is plainly a constant at that point.
    public var constantArguments: [Int: UInt64]
    /// For calls and message sends: argument registers that hold the address of constant bytes in the slice, such as a key in an array.
    public var addressArguments: [Int: UInt64]
    /// For data references: integers that the code puts into registers after it, before the next reference and within 16 instructions.
    /// A dictionary literal is built so: the key is loaded, then the value.
    public var followingConstants: [UInt64]
    /// For strings and byte arrays: the address of the first byte.
    public var target: UInt64?

    /// Makes it.
    public init(
        _ kind: Kind, _ name: String, address: UInt64, functionAddress: UInt64? = nil, function: String? = nil,
        constantArguments: [Int: UInt64] = [:], addressArguments: [Int: UInt64] = [:], followingConstants: [UInt64] = [],
        target: UInt64? = nil
    ) {
        self.kind = kind
        self.name = name
        self.address = address
        self.functionAddress = functionAddress
        self.function = function
        self.constantArguments = constantArguments
        self.addressArguments = addressArguments
        self.followingConstants = followingConstants
        self.target = target
    }
}

/// What the embedded code signature states. Nothing of it is verified here.
public struct SignatureFacts: Codable, Sendable {
    /// `identifier` of the primary CodeDirectory.
    public var identifier: String?
    /// The team identifier of the primary CodeDirectory.
    public var team: String?
    /// Versions of all CodeDirectories: 0x20400 and above have what iOS 15 asks for.
    public var codeDirectoryVersions: [UInt32]
    /// `sha1`, `sha256` …, one a CodeDirectory.
    public var hashTypes: [String]
    /// Of the primary CodeDirectory: 0x2 ad hoc, 0x10000 hardened runtime …
    public var flags: UInt32
    /// A CMS blob that is not empty.
    public var hasCMS: Bool
    /// The entitlements are there in DER too, as iOS 15 asks for.
    public var hasDEREntitlements: Bool
    /// As the XML blob has them; `nil` without one.
    public var entitlements: PropertyList?

    /// Makes it.
    public init(
        identifier: String? = nil, team: String? = nil, codeDirectoryVersions: [UInt32] = [], hashTypes: [String] = [], flags: UInt32 = 0,
        hasCMS: Bool = false, hasDEREntitlements: Bool = false, entitlements: PropertyList? = nil
    ) {
        self.identifier = identifier
        self.team = team
        self.codeDirectoryVersions = codeDirectoryVersions
        self.hashTypes = hashTypes
        self.flags = flags
        self.hasCMS = hasCMS
        self.hasDEREntitlements = hasDEREntitlements
        self.entitlements = entitlements
    }
}
