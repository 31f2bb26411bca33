public import Foundation

extension AES {
    /// Apple: "AES.KeyWrap".
    public enum KeyWrap {
        /// Apple: "wrap(_:using:)".
        public static func wrap(_ keyToWrap: SymmetricKey, using kek: SymmetricKey) throws -> Data {
            guard let wrapped = cryptography().wrap(keyToWrap.data, with: kek.data) else { throw CryptoKitError.wrapFailure }
            return wrapped
        }
        /// Apple: "unwrap(_:using:)".
        public static func unwrap<D: DataProtocol>(_ wrappedKey: D, using kek: SymmetricKey) throws -> SymmetricKey {
            guard let key = cryptography().unwrap(bytes(wrappedKey), with: kek.data) else { throw CryptoKitError.unwrapFailure }
            return SymmetricKey(data: key)
        }
    }
}
