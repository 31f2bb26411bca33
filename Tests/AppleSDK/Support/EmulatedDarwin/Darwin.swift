@_exported import CMerlonProbes
@_exported import Glibc

// What the probes need of Darwin's interfaces beside those of C and POSIX, answered by the emulated kernel.

/// `sysctlbyname(3)`: texts alone.
public func sysctlbyname(
    _ name: String, _ old: UnsafeMutableRawPointer?, _ size: UnsafeMutablePointer<Int>?, _ new: UnsafeMutableRawPointer?, _ newSize: Int
) -> Int32 {
    guard let text = emulated_text(name), let old, let size, strlen(text) < size.pointee else { return -1 }
    old.copyMemory(from: text, byteCount: strlen(text) + 1)
    size.pointee = strlen(text) + 1
    return 0
}

/// `struct statfs` of `statfs(2)`, as far as it is read.
public struct statfs {
    public typealias Name = (CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar)
    public var f_mntonname: Name = (47, 0, 0, 0, 0, 0, 0, 0)
    public var f_fstypename: Name = (97, 112, 102, 115, 0, 0, 0, 0)
    public var f_mntfromname: Name = (0, 0, 0, 0, 0, 0, 0, 0)
    public var f_flags: UInt32 = 1
}

public let MNT_NOWAIT: Int32 = 2
public let MNT_RDONLY: Int32 = 1

/// `getfsstat(2)`: a root that is read-only, and no snapshot.
public func getfsstat(_ entries: UnsafeMutablePointer<statfs>?, _ size: Int32, _ flags: Int32) -> Int32 {
    entries?.initialize(to: statfs())
    return 1
}

extension stat {
    /// When the file's record last changed.
    public var st_ctimespec: timespec { st_ctim }
}

/// What `dladdr(3)` says.
public struct Dl_info {
    public var dli_fname: UnsafePointer<CChar>!
    public init() {}
}

/// `dladdr(3)`, of the emulated process's images.
public func dladdr(_ address: UnsafeRawPointer, _ info: UnsafeMutablePointer<Dl_info>) -> Int32 {
    var (header, start, end): (UInt64, UInt64, UInt64) = (0, 0, 0)
    guard merlon_darwin_function(UInt64(UInt(bitPattern: address)), &header, &start, &end) == 0 else { return 0 }
    for index in 0..<merlon_darwin_loaded_count() {
        var image = merlon_darwin_loaded()
        if merlon_darwin_loaded_at(index, &image), image.header == header { info.pointee.dli_fname = image.path }
    }
    return 1
}

/// `RLIMIT_CORE` of `setrlimit(2)`: a number on Darwin.
public let RLIMIT_CORE: Int32 = 4

/// `setrlimit(2)`: the limit for cores alone is taken, and changes nothing.
public func setrlimit(_ resource: Int32, _ limit: UnsafePointer<rlimit>) -> Int32 {
    resource == RLIMIT_CORE && limit.pointee.rlim_max == 0 ? 0 : -1
}
