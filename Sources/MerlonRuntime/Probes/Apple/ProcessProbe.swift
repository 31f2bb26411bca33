#if canImport(Darwin)
    import CMerlonProbes
    import MerlonCore

    /// What the kernel says of the process: flags, parent, ports for exceptions, debug registers.
    enum ProcessProbe {
        static let all: [Probe] = [flags, signing, parent, exceptionPorts, debugState]

        private static let flags = Probe(
            "apple-process-flags", tier: .cheap,
            giveUp: {
                $0.apple?.isTraced = .timedOut
                $0.apple?.isTracedBySystemCall = .timedOut
                $0.apple?.isSelecting = .timedOut
            },
            ask: {
                let library: Fact<UInt32> = AppleSystem.number { unsafe merlon_darwin_process_flags(false, &$0) }
                let call: Fact<UInt32> = AppleSystem.number { unsafe merlon_darwin_process_flags(true, &$0) }
                return {
                    $0.apple?.isTraced = library.map { $0 & UInt32(MERLON_P_TRACED) != 0 }
                    $0.apple?.isTracedBySystemCall = call.map { $0 & UInt32(MERLON_P_TRACED) != 0 }
                    $0.apple?.isSelecting = library.map { $0 & UInt32(MERLON_P_SELECT) != 0 }
                }
            })

        private static let signing = Probe.apple("apple-signing-flags", tier: .cheap, \.signingFlags) {
            AppleSystem.number { unsafe merlon_darwin_signing_flags(&$0) }
        }

        private static let parent = Probe.apple("apple-parent", tier: .cheap, \.parent) {
            AppleSystem.number { unsafe merlon_darwin_parent(&$0) }
        }

        private static let exceptionPorts = Probe.apple("apple-exception-ports", tier: .cheap, \.exceptionPorts) {
            var ports = [merlon_darwin_exception_port](repeating: .init(), count: 32)
            var count = 0
            let status = unsafe merlon_darwin_exception_ports(&ports, ports.count, &count)
            guard status == 0 else { return AppleSystem.failure(status) }
            return .value(ports.prefix(count).map { ExceptionPort(mask: $0.mask, behavior: $0.behavior) })
        }

        private static let debugState = Probe.apple("apple-debug-state", tier: .costly, \.debugState) {
            var state = merlon_darwin_debug_state()
            let status = unsafe merlon_darwin_debug_state(&state)
            guard status == 0 else { return AppleSystem.failure(status) }
            return .value(
                DebugState(
                    threads: Int(state.threads), unreadable: Int(state.unreadable), breakpoints: Int(state.breakpoints),
                    watchpoints: Int(state.watchpoints)))
        }
    }
#endif
