import Foundation

/// Apple: "UITextAutocorrectionType".
public enum UITextAutocorrectionType: Int, Sendable { case `default`, no, yes }
/// Apple: "UITextSpellCheckingType".
public enum UITextSpellCheckingType: Int, Sendable { case `default`, no, yes }
/// Apple: "UITextAutocapitalizationType".
public enum UITextAutocapitalizationType: Int, Sendable { case none, words, sentences, allCharacters }
/// Apple: "UITextSmartDashesType".
public enum UITextSmartDashesType: Int, Sendable { case `default`, no, yes }
/// Apple: "UITextSmartQuotesType".
public enum UITextSmartQuotesType: Int, Sendable { case `default`, no, yes }
/// Apple: "UITextSmartInsertDeleteType".
public enum UITextSmartInsertDeleteType: Int, Sendable { case `default`, no, yes }
/// Apple: "UITextInlinePredictionType".
@available(iOS 17, *) public enum UITextInlinePredictionType: Int, Sendable { case `default`, no, yes }
/// Apple: "UITextContentType".
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let password = Self(rawValue: "password")
    public static let newPassword = Self(rawValue: "new-password")
    public static let oneTimeCode = Self(rawValue: "one-time-code")
    public static let username = Self(rawValue: "username")
}

/// Apple: "UIControl.Event".
@preconcurrency @MainActor open class UIControl: UIView {
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let editingChanged = Self(rawValue: 1 << 17)
        public static let editingDidEnd = Self(rawValue: 1 << 18)
    }
}

/// Apple: "UITextField".
@preconcurrency @MainActor open class UITextField: UIControl {
    open var text: String? = ""
    open var placeholder: String?
    open var isSecureTextEntry = false
    open var autocorrectionType = UITextAutocorrectionType.default
    open var spellCheckingType = UITextSpellCheckingType.default
    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    open var textContentType: UITextContentType!
    open var smartDashesType = UITextSmartDashesType.default
    open var smartQuotesType = UITextSmartQuotesType.default
    open var smartInsertDeleteType = UITextSmartInsertDeleteType.default
    @available(iOS 17, *) open var inlinePredictionType: UITextInlinePredictionType {
        get { UITextInlinePredictionType(rawValue: predictionType) ?? .default }
        set { predictionType = newValue.rawValue }
    }
    private var predictionType = 0
    open var clearsOnBeginEditing = false
    public override init(frame: CGRect = .zero) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(frame: .zero) }
    open private(set) var isEditing = false
    open func becomeFirstResponder() -> Bool {
        isEditing = true
        if clearsOnBeginEditing { text = "" }
        return true
    }
    open func resignFirstResponder() -> Bool {
        isEditing = false
        return true
    }
    open override func endEditing(_ force: Bool) -> Bool { resignFirstResponder() }
    /// What the keyboard would learn from the field: nothing from secure entry or with correction off. No Apple API.
    public var isCachedByKeyboard: Bool { !isSecureTextEntry && (autocorrectionType != .no || spellCheckingType != .no) }
}
