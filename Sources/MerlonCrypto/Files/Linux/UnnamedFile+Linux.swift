#if os(Linux)
    import Glibc

    /// A file without a name, which the system takes back when its writer ends for whatever reason (`O_TMPFILE`).
    enum UnnamedFile {
        /// Opens one for writing on the file system of `folder`; negative where it has none, as network file systems and Linux before 3.11.
        static func create(in folder: String) -> Int32 {
            // The macro has a cast that Swift does not import: its own bit, and that of the folder it opens.
            unsafe open(folder, O_WRONLY | 0o20_000_000 | O_DIRECTORY | O_CLOEXEC, 0o600)
        }

        /// Gives it a name, which must be free: 0, or -1 with `errno`.
        static func name(_ descriptor: Int32, _ path: String) -> Int32 {
            unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW)
        }
    }
#endif
