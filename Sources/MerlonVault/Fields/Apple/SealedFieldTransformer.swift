#if canImport(CoreData)
    import CoreData
    public import Foundation
    import MerlonCore

    extension SealedField {
        /// Registers the column as the value transformer of a Core Data attribute. Apple: "ValueTransformer", "NSAttributeDescription".
        ///
        /// ```swift
        /// field.registerTransformer(named: "SealedIBAN")                    // before the store is loaded
        /// account.iban = SealedRowValue("DE02 …", row: account.id)          // a transformable attribute
        /// let text = try account.iban.text(forRow: account.id)
        /// ```
        /// Core Data does not tell a transformer which row it works for. So the value carries its row's name, under which it is sealed, and opening it
        /// asks for the row again: a value that was copied into another row does not open there.
        public func registerTransformer(named name: String) {
            ValueTransformer.setValueTransformer(SealedFieldTransformer(self), forName: NSValueTransformerName(name))
        }
    }

    /// What ``SealedField/registerTransformer(named:)`` registers.
    final class SealedFieldTransformer: ValueTransformer {
        private let field: SealedField

        init(_ field: SealedField) {
            self.field = field
            super.init()
        }

        override class func transformedValueClass() -> AnyClass { NSData.self }
        override class func allowsReverseTransformation() -> Bool { true }

        /// Seals a ``SealedRowValue``; `nil`, which Core Data stores as no value, for anything else.
        override func transformedValue(_ value: Any?) -> Any? {
            guard let value = value as? SealedRowValue, case .success(let bytes) = value.content,
                let sealed = try? field.seal(bytes, row: value.row)
            else { return nil }
            let row = Array(value.row.utf8)
            let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: row.count >> $0) }
            return NSData(data: Data(length + row + sealed))
        }

        /// Opens what ``transformedValue(_:)`` made. What does not open is a value that throws when it is asked, since `nil` would say that there is none.
        override func reverseTransformedValue(_ value: Any?) -> Any? {
            guard let data = value as? Data else { return nil }
            let bytes = Array(data)
            let damaged = VaultError(.corrupted, "The field is not what was written.")
            guard bytes.count >= 4 else { return SealedRowValue(row: "", content: .failure(damaged)) }
            let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - 4, let row = String(strictUTF8: bytes[4..<4 + length]) else {
                return SealedRowValue(row: "", content: .failure(damaged))
            }
            let content: Result<[UInt8], VaultError>
            do throws(VaultError) { content = .success(try field.open(bytes[(4 + length)...], row: row)) } catch {
                content = .failure(error)
            }
            return SealedRowValue(row: row, content: content)
        }
    }

    /// The value of a sealed attribute, and the row that it belongs to.
    public final class SealedRowValue: NSObject, Sendable {
        /// What identifies the row for ever.
        public let row: String
        let content: Result<[UInt8], VaultError>

        init(row: String, content: Result<[UInt8], VaultError>) {
            self.row = row
            self.content = content
            super.init()
        }

        /// A value for a row.
        public convenience init(_ bytes: [UInt8], row: String) { self.init(row: row, content: .success(bytes)) }

        /// A text for a row.
        public convenience init(_ text: String, row: String) { self.init(Array(text.utf8), row: row) }

        /// The value, for the row that it was sealed for; `corrupted` for another row and for what did not open.
        public func bytes(forRow row: String) throws(VaultError) -> [UInt8] {
            guard row == self.row else { throw VaultError(.corrupted, "The value belongs to another row.") }
            return try content.get()
        }

        /// The text, for the row that it was sealed for.
        public func text(forRow row: String) throws(VaultError) -> String {
            guard let text = String(strictUTF8: try bytes(forRow: row)) else { throw VaultError(.wrongKind, "The field holds no text.") }
            return text
        }

        /// Says nothing of the value.
        public override var description: String { "a sealed value" }
    }
#endif
