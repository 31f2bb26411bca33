import MerlonCore
import MerlonMachO

extension CodeIdentity {
    /// Reads who a program says that it is, out of its own Mach-O.
    ///
    /// - Parameters:
    ///   - image: The program.
    ///   - bundleIdentifier: What its Info.plist says.
    init(of image: MachOImage, bundleIdentifier: String) throws(MachOError) {
        let signature = try image.codeSignature()
        let directory = signature?.codeDirectories.first
        let entitlements = Self.entitlements(of: signature)
        let identifiers = ["application-identifier", "com.apple.application-identifier"]
        self.init(
            bundleIdentifier: bundleIdentifier, signatureIdentifier: directory?.identifier ?? "", team: directory?.team ?? "",
            applicationIdentifier: identifiers.compactMap { entitlements[$0]?.string }.first ?? "",
            entitlements: Array(entitlements.keys.sorted().prefix(128)),
            granted: Array(entitlements.filter { $0.value.boolean == true }.keys.sorted().prefix(128)),
            isAdHoc: directory?.flags.contains(.adHoc) ?? true, isEncrypted: image.isEncrypted)
    }

    private static func entitlements(of signature: CodeSignature?) -> [String: PropertyList] {
        guard let xml = signature?.entitlementsXML, xml.count < 1 << 20, let list = try? PropertyListReader.read(xml.array) else {
            return [:]
        }
        return list.dictionary ?? [:]
    }
}
