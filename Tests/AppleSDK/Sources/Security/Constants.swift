public import Foundation

// Computed, so that using one is no more unsafe than using the constant is on Apple's systems.
private func constant(_ value: String) -> CFString { NSString(string: value) }

// Apple: "Item class keys and values".

public var kSecClass: CFString { constant("class") }
public var kSecClassGenericPassword: CFString { constant("genp") }
public var kSecClassInternetPassword: CFString { constant("inet") }
public var kSecClassCertificate: CFString { constant("cert") }
public var kSecClassKey: CFString { constant("keys") }
public var kSecClassIdentity: CFString { constant("idnt") }

// Apple: "Item attribute keys and values".

public var kSecAttrAccount: CFString { constant("acct") }
public var kSecAttrService: CFString { constant("svce") }
public var kSecAttrGeneric: CFString { constant("gena") }
public var kSecAttrLabel: CFString { constant("labl") }
public var kSecAttrDescription: CFString { constant("desc") }
public var kSecAttrComment: CFString { constant("icmt") }
public var kSecAttrIsInvisible: CFString { constant("invi") }
public var kSecAttrCreationDate: CFString { constant("cdat") }
public var kSecAttrModificationDate: CFString { constant("mdat") }
public var kSecAttrAccessGroup: CFString { constant("agrp") }
public var kSecAttrSynchronizable: CFString { constant("sync") }
public var kSecAttrSynchronizableAny: CFString { constant("syna") }
public var kSecAttrSecurityDomain: CFString { constant("sdmn") }
public var kSecAttrServer: CFString { constant("srvr") }
public var kSecAttrProtocol: CFString { constant("ptcl") }
public var kSecAttrAuthenticationType: CFString { constant("atyp") }
public var kSecAttrPort: CFString { constant("port") }
public var kSecAttrPath: CFString { constant("path") }
public var kSecAttrKeyClass: CFString { constant("kcls") }
public var kSecAttrKeyClassPublic: CFString { constant("0") }
public var kSecAttrKeyClassPrivate: CFString { constant("1") }
public var kSecAttrKeyClassSymmetric: CFString { constant("2") }
public var kSecAttrApplicationLabel: CFString { constant("klbl") }
public var kSecAttrApplicationTag: CFString { constant("atag") }
public var kSecAttrKeyType: CFString { constant("type") }
public var kSecAttrKeyTypeRSA: CFString { constant("42") }
public var kSecAttrKeyTypeECSECPrimeRandom: CFString { constant("73") }
public var kSecAttrKeySizeInBits: CFString { constant("bsiz") }
public var kSecAttrEffectiveKeySize: CFString { constant("esiz") }
public var kSecAttrIsPermanent: CFString { constant("perm") }
public var kSecAttrTokenID: CFString { constant("tkid") }
public var kSecAttrTokenIDSecureEnclave: CFString { constant("com.apple.setoken") }
public var kSecAttrCertificateType: CFString { constant("ctyp") }
public var kSecAttrIssuer: CFString { constant("issr") }
public var kSecAttrSerialNumber: CFString { constant("slnr") }
public var kSecAttrSubject: CFString { constant("subj") }
public var kSecAttrSubjectKeyID: CFString { constant("skid") }
public var kSecAttrPublicKeyHash: CFString { constant("pkhh") }
public var kSecPrivateKeyAttrs: CFString { constant("private") }
public var kSecPublicKeyAttrs: CFString { constant("public") }
public var kSecAttrProtocolHTTPS: CFString { constant("htps") }
public var kSecAttrProtocolHTTP: CFString { constant("http") }
public var kSecAttrProtocolSMTP: CFString { constant("smtp") }
public var kSecAttrProtocolIMAPS: CFString { constant("imps") }
public var kSecAttrProtocolLDAPS: CFString { constant("ldps") }
public var kSecAttrProtocolSSH: CFString { constant("ssh ") }
public var kSecAttrProtocolFTPS: CFString { constant("ftps") }
public var kSecAttrAuthenticationTypeDefault: CFString { constant("dflt") }
public var kSecAttrAuthenticationTypeHTMLForm: CFString { constant("form") }
public var kSecAttrAuthenticationTypeHTTPBasic: CFString { constant("http") }
public var kSecAttrAuthenticationTypeHTTPDigest: CFString { constant("httd") }

// Apple: "Restricting keychain item accessibility".

public var kSecAttrAccessible: CFString { constant("pdmn") }
public var kSecAttrAccessControl: CFString { constant("accc") }
public var kSecAttrAccessibleWhenUnlocked: CFString { constant("ak") }
public var kSecAttrAccessibleAfterFirstUnlock: CFString { constant("ck") }
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { constant("aku") }
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { constant("cku") }
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { constant("akpu") }

// Apple: "Search attribute keys and values".

public var kSecMatchLimit: CFString { constant("m_Limit") }
public var kSecMatchLimitOne: CFString { constant("m_LimitOne") }
public var kSecMatchLimitAll: CFString { constant("m_LimitAll") }
public var kSecUseAuthenticationContext: CFString { constant("u_AuthCtx") }
public var kSecUseAuthenticationUI: CFString { constant("u_AuthUI") }
public var kSecUseAuthenticationUISkip: CFString { constant("u_AuthUIS") }
public var kSecUseOperationPrompt: CFString { constant("u_OpPrompt") }
public var kSecUseDataProtectionKeychain: CFString { constant("nleg") }

// Apple: "Item return result keys".

public var kSecReturnData: CFString { constant("r_Data") }
public var kSecReturnAttributes: CFString { constant("r_Attributes") }
public var kSecReturnRef: CFString { constant("r_Ref") }
public var kSecReturnPersistentRef: CFString { constant("r_PersistentRef") }
public var kSecValueData: CFString { constant("v_Data") }
public var kSecValueRef: CFString { constant("v_Ref") }
public var kSecValuePersistentRef: CFString { constant("v_PersistentRef") }
