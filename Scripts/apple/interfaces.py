"""Turns what the toolchain has for Linux into interfaces that build for an Apple triple.

Two kinds of source text: the `.swiftinterface` files of the standard library, which need few changes, and the output of
`swift-synthesize-interface` for Foundation and Dispatch, which has declarations without bodies and must be made into an interface.
The resulting modules serve type checking and code generation of callers; nothing links against them.
"""
import re

HEADER = """// swift-interface-format-version: 1.0
// swift-compiler-version: Swift version 6.3
// swift-module-flags: -target {triple} -enable-library-evolution -swift-version 5 -module-name {module}
"""

# With Objective-C interoperability the compiler looks this type up in the standard library.
AUTORELEASING_POINTER = """
@frozen public struct AutoreleasingUnsafeMutablePointer<Pointee> : Swift._Pointer {
  public let _rawValue: Builtin.RawPointer
  @_transparent public init(_ _rawValue: Builtin.RawPointer) { self._rawValue = _rawValue }
  @inlinable public var pointee: Pointee {
    @_transparent get { return UnsafePointer<Pointee>(_rawValue).pointee }
    @_transparent nonmutating set { UnsafeMutablePointer<Pointee>(_rawValue).pointee = newValue }
  }
  @inlinable public subscript(i: Swift.Int) -> Pointee {
    @_transparent get { return UnsafePointer<Pointee>(_rawValue)[i] }
  }
  @_transparent public init<U>(@_nonEphemeral _ from: Swift.UnsafeMutablePointer<U>) { _rawValue = from._rawValue }
  @_transparent public init?<U>(@_nonEphemeral _ from: Swift.UnsafeMutablePointer<U>?) { guard let u = from else { return nil }; self.init(u) }
}
@available(*, unavailable) extension Swift.AutoreleasingUnsafeMutablePointer : @unchecked Swift.Sendable {}
"""

# Value types and the classes that Objective-C sees in their place.
BRIDGED = {
    "Data": "NSData", "Date": "NSDate", "URL": "NSURL", "UUID": "NSUUID", "String": "NSString", "Bool": "NSNumber", "Double": "NSNumber",
    "Int": "NSNumber", "Int32": "NSNumber", "UInt": "NSNumber", "UInt32": "NSNumber", "Notification": "NSNotification",
    "URLComponents": "NSURLComponents", "IndexSet": "NSIndexSet", "Locale": "NSLocale", "TimeZone": "NSTimeZone", "Calendar": "NSCalendar",
    "Array": "NSArray", "Dictionary": "NSDictionary", "Set": "NSSet",
}
GENERIC = {"Array": "Array<Element>", "Dictionary": "Dictionary<Key, Value>", "Set": "Set<Element>"}

# What the open-source Foundation has in another form than Apple's, or what needs newer system versions than a client may use.
UNWANTED = re.compile(
    r"Predicate|RawSpan|\bSpan<|MutableSpan|OutputSpan|OutputRawSpan|extension URL.Template|struct Template|URL\.Template"
    r"|POSIXErrorCode\b.*\bvar\b|serverTrust|NSURLAuthenticationMethodServerTrust"
)


def standard_library(text: str, triple: str, with_objc_types: bool) -> str:
    """A standard-library interface for `triple`, with Objective-C interoperability."""
    text = text.replace("-target x86_64-unknown-linux-gnu", f"-target {triple}").replace("-target aarch64-unknown-linux-gnu", f"-target {triple}")
    text = text.replace("-module-link-name swiftCore", "").replace("-disable-objc-interop", "")
    # Two helpers of Linux's 80-bit floating point that the Apple shims do not declare.
    text = text.replace("_stdlib_remainderl(self, other)", "self + other").replace("_stdlib_squareRootl(self)", "self + self")
    text = re.sub(r"@backDeployed\([^\n]*?\)[ \n]", "", text)
    text = text.replace("import Glibc\n", "import Darwin\n")
    return text + AUTORELEASING_POINTER if with_objc_types else text


def synthesized(module: str, text: str, triple: str, imports: list[str]) -> str:
    """An interface out of synthesized text. An import that starts with `+` is re-exported."""
    lines = _with_accessors(_declarations(text))
    body = _tidied(module, "\n".join(lines))
    head = HEADER.format(triple=triple, module=module)
    head += "".join(f"@_exported import {name[1:]}\n" if name.startswith("+") else f"import {name}\n" for name in imports)
    return head + _additions(module) + body


def _declarations(text: str) -> list[str]:
    text = re.sub(r"^\s*//.*\n", "", text, flags=re.M)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r"^\s*(@_exported )?import .*\n", "", text, flags=re.M).split("\n")


def _with_accessors(lines: list[str]) -> list[str]:
    """Drops what is unwanted with its block, and gives properties and subscripts the accessors that an interface must state."""
    out: list[str] = []
    attributes: list[str] = []
    frozen: list[bool] = []  # One entry an open brace: is it the body of a @frozen struct, where `var` means storage?
    index = 0
    while index < len(lines):
        line = lines[index]
        bare = line.strip()
        if " macro " in bare:
            attributes, index = [], index + 1
            continue
        if re.match(r"@available\(.*\)$", bare) or re.match(r"@\w+(\(.*\))?$", bare):
            attributes.append(line)
            index += 1
            continue
        if UNWANTED.search(bare):
            attributes = []
            index = _after_block(lines, index) if "{" in bare else index + 1
            continue
        if re.search(r"\bsubscript\b", bare) and "{" not in bare:
            line += " { get set }"
        elif re.match(r"(.*\b)?(public|open|internal)?\s*(.*\b)?var [`\w]+\s*:", bare) and "{" not in bare and frozen and not frozen[-1]:
            line = line.replace("@inlinable ", "") + " { get set }"
        line = re.sub(r"\b(weak|unowned|lazy) (?=.*\bvar\b)", "", line)
        out += attributes + [line]
        attributes = []
        for brace in re.findall(r"[{}]", line):
            if brace == "{":
                frozen.append("@frozen" in line and "struct" in line)
            elif frozen:
                frozen.pop()
        index += 1
    return out


def _after_block(lines: list[str], index: int) -> int:
    depth = 0
    while True:
        depth += lines[index].count("{") - lines[index].count("}")
        index += 1
        if depth <= 0 or index == len(lines):
            return index


def _tidied(module: str, text: str) -> str:
    text = re.sub(r"@(inlinable|_transparent|usableFromInline|inline\(__always\)|_alwaysEmitIntoClient|frozen) ", "", text)
    text = re.sub(r"(.*(?:internal|private|fileprivate)\(set\).*)\{ get set \}", r"\1{ get }", text)
    text = re.sub(r"\b(internal|private|fileprivate)\(set\) ", "", text)
    text = re.sub(r"^(\s*.*\blet [^{\n]*?)\s*\{ get (set )?\}", r"\1", text, flags=re.M)
    if module == "Dispatch":
        text = text.replace("dispatch_fd_t", "Int32").replace("override ", "")
    text = re.sub(r"^public typealias NSRange\n", "", text, flags=re.M)
    text = re.sub(
        r"(renamed: \"init\(requiringSecureCoding:\)\"\)\n\s*)override public convenience init\(\)", r"\1public convenience init()", text)
    return _without_repeated_globals(text)


def _without_repeated_globals(text: str) -> str:
    seen: set[str] = set()
    out: list[str] = []
    for line in text.split("\n"):
        found = re.match(r"public (let|var) (\w+)", line)
        if found and found.group(2) in seen:
            while out and re.match(r"@\w+", out[-1]):
                out.pop()
            continue
        if found:
            seen.add(found.group(2))
        out.append(line)
    return "\n".join(out)


def _additions(module: str) -> str:
    if module == "FoundationEssentials":
        return (
            "public struct POSIXErrorCode : RawRepresentable, Hashable, Sendable {\n public init?(rawValue: Int32)\n"
            " public var rawValue: Int32 { get }\n public typealias RawValue = Int32\n}\n")
    if module != "Foundation":
        return ""
    text = (
        "public struct _NSRange : Hashable, Sendable {\n public var location: Int { get set }\n public var length: Int { get set }\n"
        " public init()\n public init(location: Int, length: Int)\n}\npublic typealias NSRange = _NSRange\n"
        "public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?\n"
        # The compiler calls these by name for `error as NSError` and for imported methods with an error argument.
        "public func _convertErrorToNSError(_ error: any Error) -> NSError\n"
        "public func _convertNSErrorToError(_ error: NSError?) -> any Error\n")
    for value, reference in BRIDGED.items():
        whole = GENERIC.get(value, value)
        text += (
            f"extension {value} : _ObjectiveCBridgeable {{\n public typealias _ObjectiveCType = {reference}\n"
            f' @_semantics("convertToObjectiveC") public func _bridgeToObjectiveC() -> {reference}\n'
            f" public static func _forceBridgeFromObjectiveC(_ source: {reference}, result: inout {whole}?)\n"
            f" public static func _conditionallyBridgeFromObjectiveC(_ source: {reference}, result: inout {whole}?) -> Bool\n"
            f" public static func _unconditionallyBridgeFromObjectiveC(_ source: {reference}?) -> {whole}\n}}\n")
    return text
