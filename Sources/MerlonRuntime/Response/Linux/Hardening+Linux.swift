#if os(Linux)
    import CMerlonProbes
    import Glibc

    extension Hardening {
        func apply() -> Outcome {
            switch self {
            case .guardProcess:
                var guardProcess: Int32 = 0
                return Outcome(status: unsafe merlon_linux_start_guard(&guardProcess), absent: [ENOSYS, ENOTSUP])
            case .undumpable: return Outcome(status: merlon_linux_set_undumpable(), absent: [])
            case .noCore: return Outcome(status: merlon_linux_forbid_core(), absent: [])
            case .denyNewCode: return Outcome(status: merlon_linux_deny_new_code(), absent: [EINVAL, ENOSYS])
            case .denyDebugger: return .unsupported
            }
        }
    }
#endif
