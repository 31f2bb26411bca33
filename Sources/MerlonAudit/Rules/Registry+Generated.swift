// Written by Scripts/generate-rules. Do not edit.
// swift-format-ignore-file

/// Every rule of this version.
public enum RuleRegistry: Sendable {
    /// All rules, by area and then by type name.
    public static let all: [any Rule] = [
        ATSArbitraryLoadsRule(),
        ATSDomainExceptionRule(),
        ATSForwardSecrecyRule(),
        ATSLocalNetworkingRule(),
        ATSMediaRule(),
        ATSMinimumTLSRule(),
        ATSWebContentRule(),
        EmbeddedTLSRule(),
        HTTPAddressRule(),
        LowLevelNetworkingRule(),
        NetworkFrameworkTLSRule(),
        PinnedDomainsRule(),
        SessionTrustBypassRule(),
        TrustDisabledRule(),
        URLSessionTLSVersionRule(),
        WebViewTrustBypassRule(),
        CustomKeyboardsRule(),
        GeneralPasteboardRule(),
        KeyboardFullAccessRule(),
        PasteboardExpiryRule(),
        PasteboardLocalOnlyRule(),
        PasteboardNotClearedRule(),
        QueriedSchemesRule(),
        SchemeInputRule(),
        SchemeSenderRule(),
        SecureTextEntryRule(),
        UIWebViewRule(),
        UniversalLinkInputRule(),
        WebViewAddressRule(),
        WebViewBridgeReplyRule(),
        WebViewBridgeRule(),
        WebViewContentWorldRule(),
        WebViewDOMWriteRule(),
        WebViewFileOriginRule(),
        WebViewFileReadRule(),
        WebViewPasswordFieldRule(),
    ]
}
