#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import MerlonCore
    public import UIKit

    /// A text field for what must not be kept: secure entry, nothing learnt or proposed by the keyboard, cleared when the session says so.
    ///
    /// With secure entry iOS puts its own keyboard in the place of custom ones, hides the text in recordings, and keeps it out of copying. The
    /// text itself lies in UIKit's memory as an ordinary string while it is being typed: nobody but Apple can change that. ``takeSecret()``
    /// moves it to protected memory and empties the field; what UIKit's own copies leave behind is beyond an app's reach.
    @MainActor open class SensitiveField: UITextField, Clearable {
        /// What it lets people do.
        public let policy: FieldPolicy
        private let tokens = NotificationTokens()

        /// Makes a field.
        public init(policy: FieldPolicy, frame: CGRect = .zero) {
            self.policy = policy
            super.init(frame: frame)
            isSecureTextEntry = true
            autocorrectionType = .no
            spellCheckingType = .no
            autocapitalizationType = .none
            smartDashesType = .no
            smartQuotesType = .no
            smartInsertDeleteType = .no
            if #available(iOS 17, *) { inlinePredictionType = .no }
            clearsOnBeginEditing = true
            switch policy.content {
            case .password: textContentType = .password
            case .newPassword: textContentType = .newPassword
            case .oneTimeCode: textContentType = .oneTimeCode
            // Without a type the system guesses one from the field's surroundings and offers to save what is typed.
            case .secret: textContentType = UITextContentType(rawValue: "")
            }
            guard policy.clearsInBackground else { return }
            tokens.observe(UIScene.didEnterBackgroundNotification) { [weak self] scene in
                // A field in no window belongs to no scene: it is emptied with any.
                guard let self, let own = window?.windowScene else { self?.clear(); return }
                if own === scene { clear() }
            }
        }

        /// Not from an archive: storyboards would bring properties of their own over the strict ones.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { return nil }

        /// Empties the field.
        public func clear() { text = "" }

        /// Moves what was typed into protected memory and empties the field; `nil` when it is empty.
        public func takeSecret() throws(CoreError) -> SecretBytes? {
            defer { clear() }
            guard let text, !text.isEmpty else { return nil }
            return try SecretBytes(copying: Array(text.utf8))
        }

        open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
            policy.allows(FieldPolicy.Edit(selectorName: "\(action)")) && super.canPerformAction(action, withSender: sender)
        }
    }
#endif
