import Foundation

/// What a call's dictionary asks for, and whether it may.
extension EmulatedKeychain {
    /// Attribute names that an item of each class may have, besides those that all share.
    static let own: [String: Set<String>] = [
        "genp": ["acct", "svce", "gena"],
        "inet": ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path"],
        "cert": ["ctyp", "issr", "slnr", "subj", "skid", "pkhh", "cenc"],
        "keys": [
            "kcls", "klbl", "atag", "crtr", "type", "bsiz", "esiz", "tkid", "perm", "encr", "decr", "drve", "sign", "vrfy", "wrap", "unwp",
        ],
        "idnt": ["kcls", "klbl", "atag", "issr", "slnr", "ctyp", "subj", "skid", "pkhh"],
    ]
    static let common: Set<String> = ["class", "agrp", "sync", "labl", "desc", "icmt", "invi", "pdmn", "accc", "cdat", "mdat"]
    private static let control: Set<String> = [
        "nleg", "u_AuthCtx", "u_AuthUI", "u_OpPrompt", "v_Data", "v_Ref", "v_PersistentRef", "r_Data", "r_Attributes", "r_Ref",
        "r_PersistentRef",
        "m_Limit",
    ]

    /// One call's dictionary, checked and taken apart.
    struct Request {
        var itemClass: String
        var attributes: [String: Any] = [:]
        var value: Data?
        var accessControl: EmulatedAccessControl?
        var accessibility: String?
        var context: EmulatedContext?
        var interface = "allow"
        var reason = ""
        var returnsData = false
        var returnsAttributes = false
        var returnsReference = false
        var returnsPersistent = false
        var returnsAll = false
        var persistent: Data?
        var enclaveKey: Data?
    }

    enum Parsed {
        case request(Request)
        case status(Int32)
    }

    static func parse(_ query: [String: Any], isAdd: Bool, groups: [String]) -> Parsed {
        guard let itemClass = query["class"] as? String, let allowed = own[itemClass] else { return .status(Status.parameter) }
        guard query.keys.allSatisfy({ allowed.contains($0) || common.contains($0) || control.contains($0) }) else {
            return .status(Status.parameter)
        }
        var request = Request(itemClass: itemClass)
        for (key, value) in query where allowed.contains(key) || common.contains(key) { request.attributes[key] = value }
        request.attributes["accc"] = nil
        request.value = query["v_Data"] as? Data
        if query["v_Data"] != nil, request.value == nil { return .status(Status.parameter) }
        request.accessControl = (query["accc"] as? any EmulatedAccessControlCarrier)?.emulated
        if query["accc"] != nil, request.accessControl == nil { return .status(Status.parameter) }
        request.accessibility = query["pdmn"] as? String
        if isAdd { request.attributes["pdmn"] = nil }
        if request.accessControl != nil, request.accessibility != nil { return .status(Status.parameter) }
        request.context = (query["u_AuthCtx"] as? any EmulatedContextCarrier)?.emulated
        request.interface = query["u_AuthUI"] as? String ?? "allow"
        let carrier = query["u_AuthCtx"] as? any EmulatedContextCarrier
        request.reason = query["u_OpPrompt"] as? String ?? carrier?.localizedReason ?? ""
        if carrier?.interactionNotAllowed == true { request.interface = "u_AuthUIF" }
        request.returnsData = isTrue(query["r_Data"])
        request.returnsAttributes = isTrue(query["r_Attributes"])
        request.returnsReference = isTrue(query["r_Ref"])
        request.returnsPersistent = isTrue(query["r_PersistentRef"])
        switch query["m_Limit"] {
        case nil: break
        case let limit as String where !isAdd: request.returnsAll = limit == "m_LimitAll"
        case let limit as Int where !isAdd: request.returnsAll = limit > 1
        default: return .status(Status.parameter)
        }
        request.persistent = query["v_PersistentRef"] as? Data
        if let key = query["v_Ref"] as? any EmulatedKeyCarrier { request.enclaveKey = key.enclaveIdentifier }
        if let group = query["agrp"] as? String, !groups.contains(group) { return .status(Status.missingEntitlement) }
        // Data of several items at once is not given for classes that can be protected: documented for kSecMatchLimit.
        if request.returnsAll, request.returnsData, itemClass == "genp" || itemClass == "inet" { return .status(Status.parameter) }
        return .request(request)
    }

    static func isTrue(_ value: Any?) -> Bool { (value as? NSNumber)?.boolValue ?? (value as? Bool) ?? false }
}
