#if canImport(Darwin)
    import CMerlonProbes

    /// Methods as the Objective-C runtime has them.
    enum MethodList {
        /// More are not looked at.
        private static let maximum = 1 << 20

        private final class Collected {
            var methods: [MethodScan.Method] = []
        }

        static func methods(ofImage path: String) -> [MethodScan.Method] {
            unsafe collect { unsafe merlon_darwin_image_methods(path, visit, $0) }
        }

        static func methods(ofClass name: String) -> [MethodScan.Method] {
            unsafe collect { unsafe merlon_darwin_class_methods(name, visit, $0) }
        }

        private static func collect(_ body: (UnsafeMutableRawPointer) -> Void) -> [MethodScan.Method] {
            let collected = Collected()
            unsafe body(Unmanaged.passUnretained(collected).toOpaque())
            return withExtendedLifetime(collected) { collected.methods }
        }

        private static let visit: merlon_darwin_method_visitor = { context, className, selector, isClassMethod, implementation in
            let collected = unsafe Unmanaged<Collected>.fromOpaque(context).takeUnretainedValue()
            guard collected.methods.count < maximum else { return }
            collected.methods.append(
                MethodScan.Method(
                    className: unsafe String(cString: className), selector: unsafe String(cString: selector), isClassMethod: isClassMethod,
                    implementation: AppleSystem.addressMask.address(in: implementation)))
        }
    }
#endif
