public import Foundation

extension AES {
    /// Apple: "AES.KeyWrap". Compiled against only: the emulator has no key wrap.
    public enum KeyWrap {
        public static func wrap(_ keyToWrap: SymmetricKey, using kek: SymmetricKey) throws -> Data { notEmulated() }
        public static func unwrap<D: DataProtocol>(_ wrappedKey: D, using kek: SymmetricKey) throws -> SymmetricKey { notEmulated() }
    }
}
