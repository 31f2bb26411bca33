#if canImport(Darwin)
    /// Single Objective-C methods. What a sweep finds for all classes of the program is asked here of one.
    extension Shield {
        /// Whether a method of a class leads out of the program and the system, into a library from elsewhere or memory of no image.
        ///
        /// The accessors of a property are methods: `balance` and `setBalance:`. A method that the class inherits is to be asked of the class that has it.
        /// - Parameters:
        ///   - selector: Such as `evaluatePolicy:localizedReason:reply:`.
        ///   - className: Such as `LAContext`.
        ///   - isClassMethod: Whether the class itself is called.
        ///   - libraries: Libraries from elsewhere that it may lead into, by the last part of their paths.
        public static func report(
            onMethod selector: String, of className: String, isClassMethod: Bool = false, allowing libraries: Set<String> = []
        ) -> FunctionReport {
            let methods = MethodList.methods(ofClass: className).filter { $0.selector == selector && $0.isClassMethod == isClassMethod }
            var findings = HookFindings()
            MethodScan(index: ImageIndex(LiveProcess())).examine(methods, of: className, into: &findings)
            let hooks = findings.hooks.filter { hook in !(hook.target.map { libraries.contains(ScrubbedPath.baseName($0)) } ?? false) }
            return FunctionReport(hooks: hooks, pointers: methods.count, isKnown: !methods.isEmpty)
        }
    }
#endif
