#if canImport(Darwin)
    import Darwin

    /// A file that only its owner reads.
    enum PrivateFile {
        /// Makes an empty file with the mode 0600 unless something stands at the path.
        static func create(_ path: String) throws(AuthError) {
            let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else {
                if errno == EEXIST { return }
                throw AuthError(.storeUnavailable, "The file of the store cannot be made.", nativeStatus: Int64(errno))
            }
            close(descriptor)
        }
    }
#endif
