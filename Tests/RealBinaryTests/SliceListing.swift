/// What both Merlon and the toolchain's `llvm-objdump` say of a slice, in the same words.
struct SliceListing: Equatable {
    var architecture = ""
    var fileType = ""
    var isPIE = false
    var isSigned = false
    var platform: String?
    var minimumOS: String?
    var installName: String?
    var dylibs: [String] = []
    var runPaths: [String] = []
}
