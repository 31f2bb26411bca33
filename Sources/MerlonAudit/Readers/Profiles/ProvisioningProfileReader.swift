import MerlonCore

/// Reads a provisioning profile: a property list within CMS signed data (RFC 5652). The signature is not verified here.
enum ProvisioningProfileReader {
    /// Whether bytes that start so may be a profile.
    static func looksLikeOne(_ head: [UInt8]) -> Bool { CMSContent.looksLikeOne(head) }

    /// Reads the profile.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - path: Where it is, for the profile.
    ///   - place: The same for errors.
    static func read(_ bytes: [UInt8], path: String, place: String) throws(AuditError) -> ProvisioningProfile {
        let content: [UInt8]
        do throws(DERError) { content = try CMSContent.unverified(in: bytes) } catch {
            throw AuditError(.malformed, at: place, offset: UInt64(error.offset), "not the signed data of a profile: \(error.reason)")
        }
        let list: PropertyList
        do throws(PropertyListError) { list = try PropertyListReader.read(content) } catch {
            throw AuditError(.malformed, at: place, "the property list in it cannot be read: \(error)")
        }
        guard list.dictionary != nil else { throw AuditError(.malformed, at: place, "the property list in it is no dictionary") }
        return profile(list, path: path)
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
