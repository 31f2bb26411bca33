#if os(Linux)
    import CMerlonMemory

    /// When what was written goes to the disk.
    package enum Writeback: Sendable {
        /// Has the disk begin with these bytes of a file while the next ones are made ready, so that `fsync` has little left to wait for. Only a
        /// hint: what fails here, `fsync` says.
        package static func begin(_ descriptor: Int32, from offset: Int, count: Int) {
            merlon_begin_writeback(descriptor, Int64(offset), Int64(count))
        }
    }
#endif
