/// The seam between MerlonCrypto and the platform's library: OpenSSL 3 on Linux, CryptoKit and CommonCrypto on Apple systems.
///
/// The bare primitives of the field, with nonces and without a policy: everything public stands on them and adds what makes misuse hard. Both
/// folders, `Linux/` and `Apple/`, give the same bytes; the same vectors run on both.
///
/// Buffers are lent: key, input and output may all stand in secret memory. No primitive keeps key material after it returns: contexts that
/// live on are rekeyed with zeros, since their memory is the library's and not protected. Sessions and prepared keys keep it, as each says.
package enum Backend {}
