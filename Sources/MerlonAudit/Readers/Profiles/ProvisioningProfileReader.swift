import MerlonCore

/// Reads a provisioning profile: a property list within CMS signed data (RFC 5652). The signature is not verified here.
enum ProvisioningProfileReader {
    /// Whether bytes that start so may be a profile.
    static func looksLikeOne(_ head: [UInt8]) -> Bool {
        // A SEQUENCE whose first member is the identifier of signed data.
        head.first == 0x30
            && head.prefix(24).indices.contains {
                head[$0...].starts(with: [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
            }
    }

    /// Reads the profile.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - path: Where it is, for the profile.
    ///   - place: The same for errors.
    static func read(_ bytes: [UInt8], path: String, place: String) throws(AuditError) -> ProvisioningProfile {
        let content: [UInt8]
        do throws(DERError) { content = try signedContent(bytes) } catch {
            throw AuditError(.malformed, at: place, offset: UInt64(error.offset), "not the signed data of a profile: \(error.reason)")
        }
        let list: PropertyList
        do throws(PropertyListError) { list = try PropertyListReader.read(content) } catch {
            throw AuditError(.malformed, at: place, "the property list in it cannot be read: \(error)")
        }
        guard list.dictionary != nil else { throw AuditError(.malformed, at: place, "the property list in it is no dictionary") }
        return profile(list, path: path)
    }

    /// The content that the signature is over.
    private static func signedContent(_ bytes: [UInt8]) throws(DERError) -> [UInt8] {
        // Apple's are DER, those of other tools BER with indefinite lengths; a few have bytes after the end.
        var outer = try DERReader(bytes, rules: .lenientBERForCMS)
        var contentInfo = try outer.enter(.sequence)
        let type = try contentInfo.read(.objectIdentifier)
        guard try type.objectIdentifier() == [1, 2, 840, 113549, 1, 7, 2] else {
            throw DERError(.unexpected, "the type of the content is not signed data", offset: type.offset)
        }
        var wrapped = try contentInfo.enter(.context(0))
        var signedData = try wrapped.enter(.sequence)
        _ = try signedData.read(.integer)
        _ = try signedData.read(.set)
        var encapsulated = try signedData.enter(.sequence)
        _ = try encapsulated.read(.objectIdentifier)
        var content = try encapsulated.enter(.context(0))
        return Array(try content.read(.octetString).octetString())
    }

    private static func profile(_ list: PropertyList, path: String) -> ProvisioningProfile {
        ProvisioningProfile(
            path: path, name: list["Name"]?.string, uuid: list["UUID"]?.string,
            teams: list["TeamIdentifier"]?.array?.compactMap(\.string) ?? [], created: date(list["CreationDate"]),
            expires: date(list["ExpirationDate"]), entitlements: list["Entitlements"],
            deviceCount: list["ProvisionedDevices"]?.array?.count,
            provisionsAllDevices: list["ProvisionsAllDevices"]?.boolean ?? false,
            certificates: list["DeveloperCertificates"]?.array?.compactMap { if case .data(let bytes) = $0 { bytes } else { nil } } ?? [])
    }

    private static func date(_ value: PropertyList?) -> WallTime? { if case .date(let time) = value { time } else { nil } }
}
