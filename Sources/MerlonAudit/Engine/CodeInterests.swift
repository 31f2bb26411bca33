/// What a rule wants located in code, so that readers look for nothing that no rule asks about.
///
/// An answer is a `CodeReference` for each place that uses one of these. Names are compared exactly.
public struct CodeInterests: Hashable, Sendable {
    /// Imported functions and data as in the symbol table: `_CC_MD5`, `_kSecAttrAccessibleAlways`, `_$s…`.
    public var imports: Set<String>
    /// Objective-C selectors that are sent: `setAllowsArbitraryLoads:`.
    public var selectors: Set<String>
    /// Objective-C classes that are referred to: `UIWebView`. A `_OBJC_CLASS_$_UIWebView` among the imports means the same.
    public var classes: Set<String>
    /// String constants, whole.
    public var strings: Set<String>
    /// Beginnings of string constants: `http://`.
    public var stringPrefixes: Set<String>

    /// Makes a list; what is not given is empty.
    public init(
        imports: Set<String> = [], selectors: Set<String> = [], classes: Set<String> = [], strings: Set<String> = [],
        stringPrefixes: Set<String> = []
    ) {
        self.imports = imports
        self.selectors = selectors
        self.classes = classes
        self.strings = strings
        self.stringPrefixes = stringPrefixes
    }

    /// Adds what `other` asks for.
    public mutating func formUnion(_ other: CodeInterests) {
        imports.formUnion(other.imports)
        selectors.formUnion(other.selectors)
        classes.formUnion(other.classes)
        strings.formUnion(other.strings)
        stringPrefixes.formUnion(other.stringPrefixes)
    }

    /// What all of `rules` ask for.
    public init(of rules: [any Rule]) {
        self.init()
        for rule in rules { formUnion(rule.interests) }
    }
}
