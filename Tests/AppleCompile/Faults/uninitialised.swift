// expect: constant 'status' used before being initialized
import Security

func status(_ isAdding: Bool) -> OSStatus {
    let status: OSStatus
    if isAdding { status = errSecDuplicateItem }
    return status
}
