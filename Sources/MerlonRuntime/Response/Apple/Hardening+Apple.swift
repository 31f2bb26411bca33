#if canImport(Darwin)
    import CMerlonProbes
    import Darwin

    extension Hardening {
        func apply() -> Outcome {
            switch self {
            case .denyDebugger:
                // By its symbol too, for processors without the call of one's own; a hook there that answers "done" changes nothing.
                let bySymbol = Outcome(status: merlon_darwin_deny_debugger_by_symbol(), absent: [ENOTSUP])
                let byCall = Outcome(status: merlon_deny_debugger(), absent: [ENOTSUP])
                return byCall == .unsupported ? bySymbol : byCall
            case .noCore:
                var limit = rlimit(rlim_cur: 0, rlim_max: 0)
                return Outcome(status: unsafe setrlimit(RLIMIT_CORE, &limit) == 0 ? 0 : errno, absent: [])
            case .guardProcess, .undumpable, .denyNewCode: return .unsupported
            }
        }
    }
#endif
