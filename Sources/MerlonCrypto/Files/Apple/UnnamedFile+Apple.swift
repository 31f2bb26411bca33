#if canImport(Darwin)
    import Darwin

    /// A file without a name: Darwin has none.
    enum UnnamedFile {
        /// Negative: there is none.
        static func create(in folder: String) -> Int32 { -1 }

        /// -1 with `errno`.
        static func name(_ descriptor: Int32, _ path: String) -> Int32 {
            errno = ENOTSUP
            return -1
        }
    }
#endif
