import MerlonMachO

/// What a file is that was given as a target, by its first bytes.
enum TargetFormat: Hashable {
    case archive
    case program
    case profile
    /// Nothing that is audited; why, as the end of a sentence.
    case unknown(String)

    init(_ head: [UInt8], name: String) {
        if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
            self = .archive
        } else if MachOFile.recognise(ByteView(copying: head)) != nil {
            self = .program
        } else if ProvisioningProfileReader.looksLikeOne(head) {
            self = .profile
        } else if head.isEmpty {
            self = .unknown("is empty")
        } else if name.lowercased().hasSuffix(".ipa") || name.lowercased().hasSuffix(".zip") {
            self = .unknown("is not a zip archive, whatever its name says")
        } else {
            self = .unknown("is no archive, program or profile; see the help for what can be audited")
        }
    }
}
