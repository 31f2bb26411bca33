import FuzzRunner
import MerlonMachO

fuzz { bytes in
    guard let signature = try? CodeSignature(ByteView(copying: bytes)) else { return }
    _ = (signature.entitlementsXML?.string, signature.entitlementsDER?.array, signature.requirements?.array, signature.cms?.array)
    for directory in signature.codeDirectories {
        for slot in 0..<min(directory.specialSlotCount, 16) { _ = directory.specialHash(slot)?.array }
        precondition(directory.codeSlotCount == 0 || directory.codeHash(directory.codeSlotCount - 1) != nil)
    }
}
