public import Foundation

private func constant(_ value: String) -> CFString { NSString(string: value) }

// Apple: "Item class keys and values".

nonisolated(unsafe) public let kSecClass: CFString = constant("class")
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = constant("genp")
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = constant("inet")
nonisolated(unsafe) public let kSecClassCertificate: CFString = constant("cert")
nonisolated(unsafe) public let kSecClassKey: CFString = constant("keys")
nonisolated(unsafe) public let kSecClassIdentity: CFString = constant("idnt")

// Apple: "Item attribute keys and values".

nonisolated(unsafe) public let kSecAttrAccount: CFString = constant("acct")
nonisolated(unsafe) public let kSecAttrService: CFString = constant("svce")
nonisolated(unsafe) public let kSecAttrGeneric: CFString = constant("gena")
nonisolated(unsafe) public let kSecAttrLabel: CFString = constant("labl")
nonisolated(unsafe) public let kSecAttrDescription: CFString = constant("desc")
nonisolated(unsafe) public let kSecAttrComment: CFString = constant("icmt")
nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = constant("invi")
nonisolated(unsafe) public let kSecAttrCreationDate: CFString = constant("cdat")
nonisolated(unsafe) public let kSecAttrModificationDate: CFString = constant("mdat")
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = constant("agrp")
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = constant("sync")
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = constant("syna")
nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = constant("sdmn")
nonisolated(unsafe) public let kSecAttrServer: CFString = constant("srvr")
nonisolated(unsafe) public let kSecAttrProtocol: CFString = constant("ptcl")
nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = constant("atyp")
nonisolated(unsafe) public let kSecAttrPort: CFString = constant("port")
nonisolated(unsafe) public let kSecAttrPath: CFString = constant("path")
nonisolated(unsafe) public let kSecAttrKeyClass: CFString = constant("kcls")
nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = constant("0")
nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = constant("1")
nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = constant("2")
nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = constant("klbl")
nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = constant("atag")
nonisolated(unsafe) public let kSecAttrKeyType: CFString = constant("type")
nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = constant("42")
nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = constant("73")
nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = constant("bsiz")
nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = constant("esiz")
nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = constant("perm")
nonisolated(unsafe) public let kSecAttrTokenID: CFString = constant("tkid")
nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = constant("com.apple.setoken")
nonisolated(unsafe) public let kSecAttrCertificateType: CFString = constant("ctyp")
nonisolated(unsafe) public let kSecAttrIssuer: CFString = constant("issr")
nonisolated(unsafe) public let kSecAttrSerialNumber: CFString = constant("slnr")
nonisolated(unsafe) public let kSecAttrSubject: CFString = constant("subj")
nonisolated(unsafe) public let kSecAttrSubjectKeyID: CFString = constant("skid")
nonisolated(unsafe) public let kSecAttrPublicKeyHash: CFString = constant("pkhh")
nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = constant("private")
nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = constant("public")
nonisolated(unsafe) public let kSecAttrProtocolHTTPS: CFString = constant("htps")
nonisolated(unsafe) public let kSecAttrProtocolHTTP: CFString = constant("http")
nonisolated(unsafe) public let kSecAttrProtocolSMTP: CFString = constant("smtp")
nonisolated(unsafe) public let kSecAttrProtocolIMAPS: CFString = constant("imps")
nonisolated(unsafe) public let kSecAttrProtocolLDAPS: CFString = constant("ldps")
nonisolated(unsafe) public let kSecAttrProtocolSSH: CFString = constant("ssh ")
nonisolated(unsafe) public let kSecAttrProtocolFTPS: CFString = constant("ftps")
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDefault: CFString = constant("dflt")
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTMLForm: CFString = constant("form")
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPBasic: CFString = constant("http")
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPDigest: CFString = constant("httd")

// Apple: "Restricting keychain item accessibility".

nonisolated(unsafe) public let kSecAttrAccessible: CFString = constant("pdmn")
nonisolated(unsafe) public let kSecAttrAccessControl: CFString = constant("accc")
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = constant("ak")
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = constant("ck")
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = constant("aku")
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = constant("cku")
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = constant("akpu")

// Apple: "Search attribute keys and values".

nonisolated(unsafe) public let kSecMatchLimit: CFString = constant("m_Limit")
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = constant("m_LimitOne")
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = constant("m_LimitAll")
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = constant("u_AuthCtx")
nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = constant("u_AuthUI")
nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = constant("u_AuthUIS")
nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = constant("u_OpPrompt")
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = constant("nleg")

// Apple: "Item return result keys".

nonisolated(unsafe) public let kSecReturnData: CFString = constant("r_Data")
nonisolated(unsafe) public let kSecReturnAttributes: CFString = constant("r_Attributes")
nonisolated(unsafe) public let kSecReturnRef: CFString = constant("r_Ref")
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = constant("r_PersistentRef")
nonisolated(unsafe) public let kSecValueData: CFString = constant("v_Data")
nonisolated(unsafe) public let kSecValueRef: CFString = constant("v_Ref")
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = constant("v_PersistentRef")

