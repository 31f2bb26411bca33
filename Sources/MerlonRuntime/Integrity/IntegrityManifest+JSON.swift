package import MerlonCore

extension IntegrityManifest {
    /// What is signed.
    package var json: JSONValue {
        .members([
            "format": "merlon-integrity-1", "sequence": .integer(sequence), "issued": .string(issued.iso8601),
            "application": application.map(\.json), "binaries": .array(binaries.map(\.json)),
        ])
    }

    init(json: JSONValue) throws(RuntimeError) {
        guard let sequence = json["sequence"]?.wholeNumber, sequence >= 1,
            let issued = json["issued"]?.string.flatMap(WallTime.init(iso8601:))
        else { throw RuntimeError(.malformed, "The manifest has a sequence or time that cannot be read.") }
        let application: Application?
        if let value = json["application"] { application = try Application(json: value) } else { application = nil }
        var binaries: [Binary] = []
        for value in try Self.list(json["binaries"], "binaries") { binaries.append(try Binary(json: value)) }
        guard Set(binaries.map(\.path)).count == binaries.count else {
            throw RuntimeError(.malformed, "The manifest has two binaries of one path.")
        }
        self.init(sequence: sequence, issued: issued, application: application, binaries: binaries)
    }

    /// An array of at most ``maximumEntries`` elements.
    static func list(_ value: JSONValue?, _ what: String) throws(RuntimeError) -> [JSONValue] {
        guard let elements = value?.array else { throw RuntimeError(.malformed, "The manifest has no list of \(what).") }
        guard elements.count <= maximumEntries else { throw RuntimeError(.limitExceeded, "The manifest has too many \(what).") }
        return elements
    }

    /// A text of at most 1,024 bytes.
    static func text(_ value: JSONValue?, _ what: String) throws(RuntimeError) -> String {
        guard let text = value?.string, text.utf8.count <= 1024 else {
            throw RuntimeError(.malformed, "The manifest has no \(what), or one that is too long.")
        }
        return text
    }

    /// Bytes in hexadecimal; `count` of them when that is given, else at most 64.
    static func bytes(_ value: JSONValue?, _ count: Int?, _ what: String) throws(RuntimeError) -> [UInt8] {
        guard let text = value?.string, text.utf8.count <= 128, let bytes = try? Hex.decode(text), bytes.count == count ?? bytes.count
        else {
            throw RuntimeError(.malformed, "The manifest has no \(what), or one of another length.")
        }
        return bytes
    }
}

extension IntegrityManifest.Application {
    fileprivate var json: JSONValue {
        .members([
            "bundle": .string(bundleIdentifier), "version": .string(version), "profile": profileDigest.map { .string(Hex.encode($0)) },
        ])
    }

    fileprivate init(json: JSONValue) throws(RuntimeError) {
        self.init(
            bundleIdentifier: try IntegrityManifest.text(json["bundle"], "bundle identifier"),
            version: try IntegrityManifest.text(json["version"], "version"))
        if let profile = json["profile"] { profileDigest = try IntegrityManifest.bytes(profile, CodeDigest.digestSize, "profile digest") }
    }
}

extension IntegrityManifest.Binary {
    fileprivate var json: JSONValue {
        .members([
            "path": .string(path), "digest": digest.map { .string(Hex.encode($0)) }, "slices": .array(slices.map(\.json)),
        ])
    }

    fileprivate init(json: JSONValue) throws(RuntimeError) {
        var slices: [IntegrityManifest.Slice] = []
        for value in try IntegrityManifest.list(json["slices"], "slices") { slices.append(try IntegrityManifest.Slice(json: value)) }
        self.init(path: try IntegrityManifest.text(json["path"], "path"), slices: slices)
        if let value = json["digest"] { digest = try IntegrityManifest.bytes(value, CodeDigest.digestSize, "digest") }
    }
}

extension IntegrityManifest.Slice {
    fileprivate var json: JSONValue {
        .members([
            "architecture": .string(architecture), "identifier": .string(Hex.encode(identifier)), "team": .string(team),
            "libraries": .array(libraries.map { .string($0) }), "encrypted": .boolean(isEncrypted),
            "sections": .array(sections.map(\.json)),
        ])
    }

    fileprivate init(json: JSONValue) throws(RuntimeError) {
        guard let isEncrypted = json["encrypted"]?.boolean else {
            throw RuntimeError(.malformed, "A slice does not say whether it is encrypted.")
        }
        self.init(
            architecture: try IntegrityManifest.text(json["architecture"], "architecture"),
            identifier: try IntegrityManifest.bytes(json["identifier"], nil, "identifier"),
            team: try IntegrityManifest.text(json["team"], "team"), isEncrypted: isEncrypted)
        for value in try IntegrityManifest.list(json["libraries"], "libraries") {
            libraries.append(try IntegrityManifest.text(value, "library"))
        }
        for value in try IntegrityManifest.list(json["sections"], "sections") { sections.append(try CodeDigest(json: value)) }
    }
}

extension CodeDigest {
    fileprivate var json: JSONValue {
        .object([
            "name": .string(name), "size": .integer(Int64(clamping: size)), "digest": .string(Hex.encode(digest)),
            "pages": .string(Base64URL.encode(pages)),
        ])
    }

    fileprivate init(json: JSONValue) throws(RuntimeError) {
        guard let size = json["size"]?.wholeNumber, size >= 0, let pages = json["pages"]?.string.flatMap({ try? Base64URL.decode($0) }),
            UInt64(pages.count / Self.digestSize) == (UInt64(size) + UInt64(Self.pageSize) - 1) / UInt64(Self.pageSize),
            pages.count % Self.digestSize == 0
        else { throw RuntimeError(.malformed, "A section has not as many pages as its size needs.") }
        self.init(
            name: try IntegrityManifest.text(json["name"], "name of a section"), size: UInt64(size),
            digest: try IntegrityManifest.bytes(json["digest"], Self.digestSize, "digest"), pages: pages)
    }
}
