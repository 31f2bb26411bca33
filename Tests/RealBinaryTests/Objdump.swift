import Foundation
import TestSupport

/// `llvm-objdump --macho`, as a second opinion on Mach-O files.
enum Objdump {
    /// What it says of every slice of a file; `nil` when it refuses the file.
    static func slices(of file: URL) throws -> [SliceListing]? { try run(["--private-headers"], file).map(parse) }

    /// The pointers that are bound to imports, each as `ADDRESS name`, from every kind of table, one set a slice.
    static func bindings(of file: URL) throws -> [Set<String>]? {
        try sections(["--bind", "--lazy-bind", "--weak-bind", "--dyld-info"], file)?.map { lines in
            Set(
                lines.compactMap { words in
                    // `segment section address …`; what is bound comes last, perhaps before a remark.
                    guard words.count >= 5, words[0].hasPrefix("__"), let address = hexadecimal(words[2]), !words.contains("rebase") else {
                        return nil
                    }
                    return "\(address) \(words.last { !$0.hasPrefix("(") && !$0.hasSuffix(")") } ?? "")"
                })
        }
    }

    /// Exports with an address of their own, each as `ADDRESS name`, one set a slice.
    static func exports(of file: URL) throws -> [Set<String>]? {
        try sections(["--exports-trie"], file)?.map { lines in
            Set(
                lines.compactMap { words in
                    guard words.count >= 2, let address = hexadecimal(words[0]), !words.contains("[absolute]") else { return nil }
                    return "\(address) \(words[1])"
                })
        }
    }

    /// Addresses of functions, one list a slice.
    static func functionStarts(of file: URL) throws -> [[UInt64]]? {
        try sections(["--function-starts"], file)?.map { lines in lines.compactMap { $0.count == 1 ? UInt64($0[0], radix: 16) : nil } }
    }

    /// Calls and jumps through stubs of imports, each as `ADDRESS name`, one set a slice. Message sends are not among them, nor is x86's
    /// rare conditional jump to a stub.
    static func calls(of file: URL) throws -> [Set<String>]? {
        try sections(["--disassemble", "--no-show-raw-insn"], file)?.map { lines in
            Set(
                lines.compactMap { words in
                    guard words.count > 5, !words[1].hasPrefix("j") || words[1] == "jmp",
                        words.suffix(4).prefix(3).elementsEqual(["symbol", "stub", "for:"]), let address = words.first
                    else {
                        return nil
                    }
                    return UInt64(address.dropLast(), radix: 16).map { "\($0) \(words[words.count - 1])" }
                })
        }
    }

    /// Methods of Objective-C classes, each as `-[Class selector]` or `+[Class selector]`, one set a slice.
    static func methods(of file: URL) throws -> [Set<String>]? {
        try sections(["--objc-meta-data"], file)?.map { lines in
            var methods: Set<String> = []
            var (className, sign, isInMethods) = ("", "-", false)
            for words in lines {
                if let name = words.last, words.count == 3, name.hasPrefix("_OBJC_CLASS_$_"), words[0].count == 16 {
                    (className, sign, isInMethods) = (String(name.dropFirst(14)), "-", false)
                } else if words == ["Meta", "Class"] {
                    sign = "+"
                } else if let word = words.first, ["baseMethods", "baseProtocols", "Contents"].contains(word) {
                    isInMethods = word == "baseMethods"
                } else if isInMethods, words.first == "name", let selector = words.last {
                    methods.insert("\(sign)[\(className) \(selector)]")
                }
            }
            return methods
        }
    }

    private static func hexadecimal(_ word: Substring) -> UInt64? { word.hasPrefix("0x") ? UInt64(word.dropFirst(2), radix: 16) : nil }

    /// The words of each line, one list a slice.
    private static func sections(_ options: [String], _ file: URL) throws -> [[[Substring]]]? {
        guard let text = try run(options, file) else { return nil }
        var slices: [[[Substring]]] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix(file.path), line.hasSuffix(":") {
                slices.append([])
            } else if !slices.isEmpty {
                slices[slices.count - 1].append(line.split { $0 == " " || $0 == "\t" })
            }
        }
        return slices
    }

    private static func run(_ options: [String], _ file: URL) throws -> Substring? {
        let process = Process()
        let output = Pipe()
        // Beside the Swift compiler; another one on the path may be many versions older.
        let tool = #"exec "$(dirname "$(readlink -f "$(command -v swiftc)")")/llvm-objdump" "$@""#
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", tool, "llvm-objdump", "--macho", "--arch", "all"] + options + [file.path]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.start()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text[...] : nil
    }

    /// Reads the listing: a header line a slice, then `Load command N`, then `key value` lines.
    static func parse(_ text: Substring) -> [SliceListing] {
        var slices: [SliceListing] = []
        var command = ""
        var headerFollows = false
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "magic" {
                headerFollows = true
            } else if headerFollows {
                headerFollows = false
                slices.append(header(words))
            } else if words.first == "cmd", words.count == 2 {
                command = String(words[1])
                if command == "LC_CODE_SIGNATURE" { slices[slices.count - 1].isSigned = true }
            } else if words.count >= 2, !slices.isEmpty {
                note(String(words[0]), words.dropFirst(), in: command, &slices[slices.count - 1])
            }
        }
        return slices
    }

    private static func header(_ words: [Substring]) -> SliceListing {
        let names = ["ARM64": "arm64", "X86_64": "x86_64", "I386": "i386", "PPC": "ppc", "PPC64": "ppc64"]
        return SliceListing(
            architecture: names[String(words[1])] ?? String(words[1]), fileType: String(words[4]), isPIE: words.contains("PIE"))
    }

    private static func note(_ key: String, _ value: ArraySlice<Substring>, in command: String, _ slice: inout SliceListing) {
        // Names and paths may hold blanks; what follows them is always "(offset N)".
        let path = value.dropLast(2).joined(separator: " ")
        switch (command, key) {
        case ("LC_ID_DYLIB", "name"): slice.installName = path
        case ("LC_LOAD_DYLIB", "name"), ("LC_LOAD_WEAK_DYLIB", "name"), ("LC_REEXPORT_DYLIB", "name"), ("LC_LOAD_UPWARD_DYLIB", "name"),
            ("LC_LAZY_LOAD_DYLIB", "name"):
            slice.dylibs.append(path)
        case ("LC_RPATH", "path"): slice.runPaths.append(path)
        case ("LC_BUILD_VERSION", "platform"): slice.platform = value.first.map(String.init)
        case ("LC_BUILD_VERSION", "minos"): slice.minimumOS = value.first.map(String.init)
        case ("LC_VERSION_MIN_MACOSX", "version"): (slice.platform, slice.minimumOS) = ("macos", value.first.map(String.init))
        case ("LC_VERSION_MIN_IPHONEOS", "version"): (slice.platform, slice.minimumOS) = ("ios", value.first.map(String.init))
        default: break
        }
    }
}
