#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import MerlonCore

    /// Where a SwiftUI view's model gets the secret of a ``SensitiveFieldView`` from.
    @MainActor public final class SensitiveFieldSource: Clearable {
        weak var field: SensitiveField?

        /// Makes a source without a field.
        public init() {}

        /// Moves what was typed into protected memory and empties the field; `nil` when there is nothing.
        public func takeSecret() throws(CoreError) -> SecretBytes? { try field?.takeSecret() }

        /// Empties the field.
        public func clear() { field?.clear() }
    }
#endif
