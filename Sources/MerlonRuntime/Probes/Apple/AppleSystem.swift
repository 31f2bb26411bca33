#if canImport(Darwin)
    import CMerlonProbes
    import Darwin
    import MerlonCore

    /// What the probes for Apple's systems share.
    enum AppleSystem {
        /// A status of the C probes as a fact.
        static func failure<Value>(_ status: Int32) -> Fact<Value> { status == ENOTSUP ? .unsupported : .denied(status) }

        /// Which bits of a pointer of this process are its address.
        static let addressMask = AddressMask(bits: merlon_darwin_address_mask())

        /// The address in a pointer: without signature and tag.
        static func address(of pointer: UnsafeRawPointer) -> UInt64 { addressMask.address(in: UInt64(UInt(bitPattern: pointer))) }

        /// A number that a C probe writes.
        static func number<Number: FixedWidthInteger>(_ ask: (inout Number) -> Int32) -> Fact<Number> {
            var number: Number = 0
            let status = ask(&number)
            return status == 0 ? .value(number) : failure(status)
        }

        /// A text of the kernel's (`sysctlbyname`), at most 255 bytes.
        static func text(_ name: String) -> String {
            var bytes = [UInt8](repeating: 0, count: 256)
            var size = bytes.count - 1
            guard unsafe sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return "" }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }

        /// Whether the program was made for Intel's processors and is translated (Rosetta).
        static var isTranslated: Bool {
            var (value, size): (Int32, Int) = (0, MemoryLayout<Int32>.size)
            return unsafe sysctlbyname("sysctl.proc_translated", &value, &size, nil, 0) == 0 && value == 1
        }

        /// A C string in a buffer.
        static func string<Tuple>(_ buffer: Tuple) -> String {
            unsafe withUnsafeBytes(of: buffer) { bytes in unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
        }
    }

    extension Probe {
        /// A probe of one fact of Apple's systems.
        static func apple<Value>(
            _ id: String, tier: Detector.Tier, deadline: TimeSpan = .milliseconds(500),
            _ field: any WritableKeyPath<AppleFacts, Fact<Value>> & Sendable, ask: @escaping @Sendable () -> Fact<Value>
        ) -> Probe {
            apple(id, tier: tier, deadline: deadline, field) { _ in ask() }
        }

        /// The same, with what the probes of a sweep have in common.
        static func apple<Value>(
            _ id: String, tier: Detector.Tier, deadline: TimeSpan = .milliseconds(500),
            _ field: any WritableKeyPath<AppleFacts, Fact<Value>> & Sendable, asking: @escaping @Sendable (SweepContext) -> Fact<Value>
        ) -> Probe {
            Probe(
                id, tier: tier, deadline: deadline, giveUp: { $0.apple?[keyPath: field] = .timedOut },
                asking: { context in
                    let fact = asking(context)
                    return { $0.apple?[keyPath: field] = fact }
                })
        }
    }
#endif
