#if os(Linux)
    extension Shield {
        /// Software breakpoints in a function. On Linux a sweep compares all code with its files: ask for `linux-software-breakpoint` there.
        public static func breakpoints(in function: UnsafeRawPointer) -> Fact<TrapScan> { .unsupported }
    }
#endif
