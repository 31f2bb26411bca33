#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import SwiftUI
    import UIKit

    /// A ``SensitiveField`` in SwiftUI. The text is in no `@State`: the model takes the secret out of the field when it needs it.
    ///
    /// ```swift
    /// @State private var pin = SensitiveFieldSource()
    /// SensitiveFieldView("PIN", policy: .init(.secret), source: pin)
    /// Button("Unlock") { try? model.unlock(pin: pin.takeSecret()) }
    /// ```
    public struct SensitiveFieldView: UIViewRepresentable {
        private let placeholder: String
        private let policy: FieldPolicy
        private let source: SensitiveFieldSource

        /// Makes a field that `source` gives access to.
        public init(_ placeholder: String, policy: FieldPolicy, source: SensitiveFieldSource) {
            self.placeholder = placeholder
            self.policy = policy
            self.source = source
        }

        public func makeUIView(context: Context) -> SensitiveField {
            let field = SensitiveField(policy: policy)
            field.placeholder = placeholder
            source.field = field
            return field
        }

        public func updateUIView(_ field: SensitiveField, context: Context) {}

        public static func dismantleUIView(_ field: SensitiveField, coordinator: ()) { field.clear() }
    }
#endif
