import Dispatch
public import Foundation

/// The keychain of the emulated device: what Security's `SecItem…` functions do, on dictionaries of stored attribute names.
///
/// Sources: Apple's documentation of the `SecItem` functions, of the attribute keys and values, and of "Security Framework Result Codes";
/// technical note TN3137 "On Mac keychain APIs and implementations"; the article "Restricting keychain item accessibility".
public enum EmulatedKeychain {
    public enum Status {
        public static let success: Int32 = 0
        public static let parameter: Int32 = -50
        public static let userCanceled: Int32 = -128
        public static let authenticationFailed: Int32 = -25293
        public static let duplicate: Int32 = -25299
        public static let notFound: Int32 = -25300
        public static let interactionNotAllowed: Int32 = -25308
        public static let missingEntitlement: Int32 = -34018
    }

    /// Known by its queue: on Linux the main actor's work runs on whatever thread serves the main queue.
    private enum MainQueue {
        private static let key: DispatchSpecificKey<Bool> = {
            let key = DispatchSpecificKey<Bool>()
            DispatchQueue.main.setSpecific(key: key, value: true)
            return key
        }()
        static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
    }

    /// Where a call comes from and which keychain it is for.
    private static func count(_ query: [String: Any], _ state: inout EmulatedDevice.State) {
        state.mainThreadCallCount += MainQueue.isCurrent ? 1 : 0
        state.fileKeychainCallCount += isTrue(query["nleg"]) ? 0 : 1
    }

    /// Apple: `SecItemAdd(_:_:)`.
    public static func add(_ query: [String: Any]) -> (Int32, Any?) {
        EmulatedDevice.current.with { state in
            count(query, &state)
            if let forced = state.forcedStatus { return (forced, nil) }
            guard let defaultGroup = state.app.accessGroups.first else { return (Status.missingEntitlement, nil) }
            switch parse(query, isAdd: true, groups: state.app.accessGroups) {
            case .status(let status): return (status, nil)
            case .request(var request):
                let isSynchronised = isTrue(request.attributes["sync"])
                request.attributes["sync"] = isSynchronised ? 1 : 0
                if request.attributes["agrp"] == nil { request.attributes["agrp"] = defaultGroup }
                let accessibility = request.accessControl?.accessibility ?? request.accessibility ?? "ak"
                if isSynchronised, accessibility.hasSuffix("u") || request.accessControl != nil { return (Status.parameter, nil) }
                if accessibility == EmulatedItem.whenPasscodeSet, !state.hasPasscode { return (Status.authenticationFailed, nil) }
                if let flags = request.accessControl?.flags, flags & EmulatedAccessControl.biometryCurrentSet != 0,
                    state.biometry.enrolment == nil
                {
                    return (Status.authenticationFailed, nil)
                }
                var item = EmulatedItem(
                    attributes: request.attributes, value: request.value ?? Data(), accessibility: accessibility,
                    control: request.accessControl,
                    enrolment: state.biometry.enrolment, password: request.context?.credential,
                    reference: Data("ref-\(state.nextReference)".utf8), enclaveKey: request.enclaveKey)
                if !item.isReadable(state.lockState) { return (Status.interactionNotAllowed, nil) }
                if state.keychain.contains(where: { $0.isSame(as: request.attributes) }) { return (Status.duplicate, nil) }
                state.nextReference += 1
                item.attributes["cdat"] = Date()
                item.attributes["mdat"] = Date()
                state.keychain.append(item)
                return (Status.success, result(of: item, request))
            }
        }
    }

    /// Apple: `SecItemCopyMatching(_:_:)`.
    public static func copyMatching(_ query: [String: Any]) -> (Int32, Any?) {
        EmulatedDevice.current.with { state in
            count(query, &state)
            if let forced = state.forcedStatus { return (forced, nil) }
            guard !state.app.accessGroups.isEmpty else { return (Status.missingEntitlement, nil) }
            switch parse(query, isAdd: false, groups: state.app.accessGroups) {
            case .status(let status): return (status, nil)
            case .request(let request):
                if request.itemClass == "idnt" { return identities(request, &state) }
                let found = indices(of: request, in: state)
                guard !found.isEmpty else { return (Status.notFound, nil) }
                var results: [Any] = []
                for index in request.returnsAll ? found : [found[0]] {
                    switch access(&state, index, request) {
                    case Status.success: results.append(result(of: state.keychain[index], request) as Any)
                    case Status.notFound where request.returnsAll: continue
                    case let status: return (status, nil)
                    }
                }
                if results.isEmpty { return (Status.notFound, nil) }
                return (Status.success, request.returnsAll ? results : results[0])
            }
        }
    }

    /// Apple: `SecItemUpdate(_:_:)`.
    public static func update(_ query: [String: Any], _ changes: [String: Any]) -> Int32 {
        EmulatedDevice.current.with { state in
            count(query, &state)
            if let forced = state.forcedStatus { return forced }
            guard !state.app.accessGroups.isEmpty else { return Status.missingEntitlement }
            guard query["m_Limit"] == nil, !changes.isEmpty, changes["class"] == nil, !changes.keys.contains(where: { $0.hasPrefix("r_") })
            else {
                return Status.parameter
            }
            let request: Request
            switch parse(query, isAdd: false, groups: state.app.accessGroups) {
            case .status(let status): return status
            case .request(let parsed): request = parsed
            }
            let found = indices(of: request, in: state)
            guard !found.isEmpty else { return Status.notFound }
            // Changing the value needs the class key; changing it under an access control does not ask the person.
            for index in found where !state.keychain[index].isReadable(state.lockState) { return Status.interactionNotAllowed }
            if changes["pdmn"] != nil, changes["accc"] != nil { return Status.parameter }
            for index in found {
                var item = state.keychain[index]
                for (key, value) in changes {
                    switch key {
                    case "v_Data":
                        guard let data = value as? Data else { return Status.parameter }
                        item.value = data
                    case "pdmn":
                        guard let accessibility = value as? String else { return Status.parameter }
                        if accessibility == EmulatedItem.whenPasscodeSet, !state.hasPasscode { return Status.authenticationFailed }
                        item.accessibility = accessibility
                        item.control = nil
                    case "accc":
                        guard let control = (value as? any EmulatedAccessControlCarrier)?.emulated else { return Status.parameter }
                        item.control = control
                        item.accessibility = control.accessibility
                        item.enrolment = state.biometry.enrolment
                        // As for an addition: the context holds the new application password.
                        item.password = request.context?.credential
                    default:
                        guard EmulatedKeychain.own[request.itemClass]!.contains(key) || common.contains(key) else {
                            return Status.parameter
                        }
                        item.attributes[key] = value
                    }
                }
                if isTrue(item.attributes["sync"]), item.isThisDeviceOnly { return Status.parameter }
                let others = state.keychain.indices.filter { $0 != index }
                if others.contains(where: { state.keychain[$0].isSame(as: item.attributes) }) { return Status.duplicate }
                item.attributes["mdat"] = Date()
                state.keychain[index] = item
            }
            return Status.success
        }
    }

    /// Apple: `SecItemDelete(_:)`. Needs no class key and asks nobody.
    public static func delete(_ query: [String: Any]) -> Int32 {
        EmulatedDevice.current.with { state in
            count(query, &state)
            if let forced = state.forcedStatus { return forced }
            guard !state.app.accessGroups.isEmpty else { return Status.missingEntitlement }
            guard query["m_Limit"] == nil else { return Status.parameter }
            switch parse(query, isAdd: false, groups: state.app.accessGroups) {
            case .status(let status): return status
            case .request(let request):
                let found = indices(of: request, in: state)
                guard !found.isEmpty else { return Status.notFound }
                for index in found.reversed() { state.keychain.remove(at: index) }
                return Status.success
            }
        }
    }

    /// An identity is no item: it is a certificate together with the private key whose public key's hash the certificate bears.
    /// Apple: "kSecClassIdentity", "Storing an Identity in the Keychain".
    private static func identities(_ request: Request, _ state: inout EmulatedDevice.State) -> (Int32, Any?) {
        var certificates = request
        certificates.itemClass = "cert"
        certificates.attributes["class"] = "cert"
        let found = indices(of: certificates, in: state).compactMap { index -> (Int, Int)? in
            let hash = state.keychain[index].attributes["pkhh"]
            let key = state.keychain.indices.first {
                let item = state.keychain[$0]
                return item.attributes["class"] as? String == "keys" && EmulatedItem.equal(item.attributes["klbl"], hash)
                    && state.app.accessGroups.contains(item.attributes["agrp"] as? String ?? "")
            }
            return key.map { (index, $0) }
        }
        guard let (certificate, key) = found.first else { return (Status.notFound, nil) }
        if !state.keychain[key].isReadable(state.lockState) { return (Status.interactionNotAllowed, nil) }
        return (Status.success, EmulatedReference(item: state.keychain[certificate], key: EmulatedReference(item: state.keychain[key])))
    }

    private static func indices(of request: Request, in state: EmulatedDevice.State) -> [Int] {
        var wanted = request.attributes
        if wanted["sync"] == nil { wanted["sync"] = 0 } else if let flag = wanted["sync"] as? Bool { wanted["sync"] = flag ? 1 : 0 }
        if let sync = wanted["sync"] as? NSNumber { wanted["sync"] = sync.intValue }
        return state.keychain.indices.filter { index in
            let item = state.keychain[index]
            guard item.attributes["class"] as? String == request.itemClass,
                state.app.accessGroups.contains(item.attributes["agrp"] as? String ?? "")
            else { return false }
            if let persistent = request.persistent { return item.reference == persistent }
            return item.matches(wanted)
        }
    }

    /// Whether what is asked of the item may be had now; shows a prompt where the access control wants one.
    private static func access(_ state: inout EmulatedDevice.State, _ index: Int, _ request: Request) -> Int32 {
        let item = state.keychain[index]
        if !request.returnsData, !(request.returnsReference && item.attributes["class"] as? String != "keys") {
            // Attributes alone are protected by a key of their own that is there after the first unlock.
            return state.lockState == .bootedNeverUnlocked && item.accessibility.hasPrefix("a")
                ? Status.interactionNotAllowed : Status.success
        }
        guard item.isReadable(state.lockState) else { return Status.interactionNotAllowed }
        guard let control = item.control, control.needsPerson || control.flags & EmulatedAccessControl.applicationPassword != 0 else {
            return Status.success
        }
        if control.flags & EmulatedAccessControl.biometryCurrentSet != 0, state.biometry.enrolment != item.enrolment {
            return state.statusOfInvalidatedItem
        }
        if request.interface == "u_AuthUIS" { return Status.notFound }
        if control.flags & EmulatedAccessControl.applicationPassword != 0 {
            guard let given = request.context?.credential else { return Status.interactionNotAllowed }
            guard given == item.password else { return Status.authenticationFailed }
            if !control.needsPerson { return Status.success }
        }
        let passcodeOnly =
            control.flags & EmulatedAccessControl.devicePasscode != 0 && control.flags & EmulatedAccessControl.userPresence == 0
            && control.flags & (EmulatedAccessControl.biometryAny | EmulatedAccessControl.biometryCurrentSet) == 0
        let answer = state.prompt(
            reason: request.reason, biometryOnly: control.needsBiometry, passcodeOnly: passcodeOnly, context: request.context,
            interactionAllowed: request.interface != "u_AuthUIF")
        switch answer {
        case .proved: return Status.success
        case .cancelled, .systemCancelled, .fellBack: return Status.userCanceled
        case .lockedOut: return state.statusOfRefusedReads ?? Status.authenticationFailed
        case .failed, .biometryUnavailable, .biometryNotEnrolled, .passcodeNotSet: return Status.authenticationFailed
        case .notInteractive: return Status.interactionNotAllowed
        }
    }

    private static func result(of item: EmulatedItem, _ request: Request) -> Any? {
        if request.returnsAttributes {
            var all = item.attributes
            all["pdmn"] = item.accessibility
            if request.returnsData { all["v_Data"] = item.value }
            if request.returnsPersistent { all["v_PersistentRef"] = item.reference }
            return all
        }
        if request.returnsPersistent { return item.reference }
        if request.returnsReference { return EmulatedReference(item: item) }
        return request.returnsData ? item.value : nil
    }
}

/// What Security's stand-in turns into a `SecKey` or another reference.
public final class EmulatedReference: @unchecked Sendable {
    let item: EmulatedItem
    /// The key of an identity.
    public let key: EmulatedReference?
    init(item: EmulatedItem, key: EmulatedReference? = nil) {
        self.item = item
        self.key = key
    }

    /// The identifier of a key in the Secure Enclave, if it is one.
    public var enclaveKey: Data? { item.enclaveKey }
    /// The stored value.
    public var value: Data { item.value }
    /// The stored attributes.
    public var attributes: [String: Any] { item.attributes }
}

/// An object that carries access control, as Security's `SecAccessControl` does.
public protocol EmulatedAccessControlCarrier: AnyObject { var emulated: EmulatedAccessControl { get } }
/// An object that carries a context, as `LAContext` does.
public protocol EmulatedContextCarrier: AnyObject {
    var emulated: EmulatedContext { get }
    /// Shown by prompts of others, such as the keychain's.
    var localizedReason: String { get }
    /// Prompts are forbidden.
    var interactionNotAllowed: Bool { get }
}
/// An object that stands for a key, as `SecKey` does.
public protocol EmulatedKeyCarrier: AnyObject { var enclaveIdentifier: Data? { get } }
