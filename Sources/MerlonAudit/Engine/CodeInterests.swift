/// What a rule wants located in code, so that readers look for nothing that no rule asks about.
///
/// An answer is a `CodeReference` for each place that uses one of these. Names are compared exactly, but for the prefixes.
public struct CodeInterests: Hashable, Sendable {
    /// Imported functions and data as in the symbol table: `_CC_MD5`, `_kSecAttrAccessibleAlways`, `_$s…`.
    public var imports: Set<String>
    /// Beginnings of the names of imported functions and data: `_$s9CryptoKit8InsecureO3MD5V`. Swift makes many symbols of one type.
    public var importPrefixes: Set<String>
    /// Objective-C selectors that are sent: `setAllowsArbitraryLoads:`.
    public var selectors: Set<String>
    /// Objective-C classes that are referred to: `UIWebView`. A `_OBJC_CLASS_$_UIWebView` among the imports means the same.
    public var classes: Set<String>
    /// String constants, whole.
    public var strings: Set<String>
    /// Beginnings of string constants: `http://`.
    public var stringPrefixes: Set<String>
    /// Imports, beginnings of imports, and selectors whose surroundings matter: where a function uses one of these, each string constant and byte array that the
    /// same function loads is an answer too.
    public var stringsBeside: Set<String>

    /// Makes a list; what is not given is empty.
    public init(
        imports: Set<String> = [], importPrefixes: Set<String> = [], selectors: Set<String> = [], classes: Set<String> = [],
        strings: Set<String> = [], stringPrefixes: Set<String> = [], stringsBeside: Set<String> = []
    ) {
        self.imports = imports
        self.importPrefixes = importPrefixes
        self.selectors = selectors
        self.classes = classes
        self.strings = strings
        self.stringPrefixes = stringPrefixes
        self.stringsBeside = stringsBeside
    }

    /// Adds what `other` asks for.
    public mutating func formUnion(_ other: CodeInterests) {
        imports.formUnion(other.imports)
        importPrefixes.formUnion(other.importPrefixes)
        selectors.formUnion(other.selectors)
        classes.formUnion(other.classes)
        strings.formUnion(other.strings)
        stringPrefixes.formUnion(other.stringPrefixes)
        stringsBeside.formUnion(other.stringsBeside)
    }

    /// What all of `rules` ask for.
    public init(of rules: [any Rule]) {
        self.init()
        for rule in rules { formUnion(rule.interests) }
    }

    /// What tells where `uses` are, for rules that are a list of names.
    init(of uses: [CodeUse], stringsBeside: Bool = false) {
        self.init()
        for use in uses {
            switch use {
            case .symbol(let name): imports.insert(name)
            case .symbols(let prefix): importPrefixes.insert(prefix)
            case .objectiveCClass(let name):
                classes.insert(name)
                imports.insert(CodeUse.metadataAccessor(of: name))
            case .selector(let name): selectors.insert(name)
            case .string(let text): strings.insert(text)
            }
        }
        // A class or a string has no call of its own beside which something could stand.
        if stringsBeside { self.stringsBeside = imports.union(importPrefixes).union(selectors) }
    }
}
