// swift-tools-version: 6.2
import PackageDescription

/// One executable a parser, each with what it needs of Merlon. Add a line here and a `Sources/<name>/main.swift` of five lines.
let fuzzers: [(name: String, libraries: [String])] = [
    ("FuzzBaseline", ["MerlonAudit"]),
    ("FuzzCBOR", ["MerlonCore"]),
    ("FuzzDER", ["MerlonCore"]),
    ("FuzzJSON", ["MerlonCore"]),
    ("FuzzMachO", ["MerlonMachO"]),
    ("FuzzPropertyList", ["MerlonCore"]),
    ("FuzzSealed", ["MerlonCore", "MerlonCrypto"]),
