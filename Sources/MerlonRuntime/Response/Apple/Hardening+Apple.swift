#if canImport(Darwin)
    import CMerlonProbes
    import Darwin

    extension Hardening {
        func apply() -> Outcome {
            switch self {
            case .denyDebugger: Outcome(status: merlon_deny_debugger(), absent: [ENOTSUP])
            case .guardProcess, .undumpable, .noCore, .denyNewCode: .unsupported
            }
        }
    }
#endif
