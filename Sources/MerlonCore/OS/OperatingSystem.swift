/// The only door from MerlonCore to the system: each platform's folder fills it in.
///
/// | member | contract |
/// |---|---|
/// | `wallTime()` | the real-time clock |
/// | `monotonicTime()` | counts through sleep, cannot be set |
/// | `fillWithEntropy(_:)` | cryptographic random bytes, never fewer than asked for |
/// | `pageSize` | bytes a page |
/// | `mapSecretPages(byteCount:allowPageable:)` | zeroed pages, locked, kept out of core dumps and of children, between two guard pages |
/// | `unmapSecretPages(_:)` | gives such pages back |
enum OperatingSystem {}
