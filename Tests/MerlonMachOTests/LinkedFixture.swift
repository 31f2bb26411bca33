import Foundation
import MerlonMachO
import TestSupport
import Testing

/// A small Objective-C library for arm64 iOS, compiled and linked by the tools of this machine: layouts as real linkers write them.
enum LinkedFixture {
    static let clang = Executable("clang")
    static let linker = Executable("ld64.lld-19")
    static var canLink: Bool { clang.isInstalled && linker.isInstalled }
    static let missing: Comment = "needs clang and ld64.lld-19 (Debian: lld-19), which Scripts/setup installs"

    /// The ways to link that change what is read.
    enum Variant: String, CaseIterable, Sendable {
        case chained, opcodes, smallStubs, fastStubs, absoluteLists

        var options: [String] {
            switch self {
            case .chained: ["-fixup_chains", "-objc_relative_method_lists"]
            case .opcodes: ["-no_fixup_chains", "-no_objc_relative_method_lists"]
            case .smallStubs: ["-fixup_chains", "-objc_stubs_small"]
            case .fastStubs: ["-no_fixup_chains", "-objc_stubs_fast", "-objc_relative_method_lists"]
            case .absoluteLists: ["-fixup_chains", "-no_objc_relative_method_lists"]
            }
        }
    }

    /// Compiles the library and reads it.
    static func image(_ variant: Variant) async throws -> MachOImage {
        try await build { folder in
            let output = folder.appendingPathComponent("library.dylib").path
            let arguments = [
                "-arch", "arm64", "-platform_version", "ios", "15.0", "15.0", "-dylib", "-install_name", "@rpath/Fixture", "-o", output,
            ]
            try require(linker, arguments + variant.options + ["fixture.o", "libSystem.tbd"], in: folder)
            return output
        }
    }

    /// Compiles the library's only object file and reads that.
    static func object() async throws -> MachOImage { try await build { $0.appendingPathComponent("fixture.o").path } }

    private static func build(_ link: (URL) throws -> String) async throws -> MachOImage {
        try await withTemporaryFolder { folder in
            try Data(source.utf8).write(to: folder.appendingPathComponent("fixture.m"))
            try Data(stubs.utf8).write(to: folder.appendingPathComponent("libSystem.tbd"))
            try require(clang, ["-target", "arm64-apple-ios15.0", "-fobjc-arc", "-O1", "-c", "fixture.m", "-o", "fixture.o"], in: folder)
            return try MachOImage(ByteView(copying: try Data(contentsOf: URL(fileURLWithPath: try link(folder)))))
        }
    }

    private static func require(_ tool: Executable, _ arguments: [String], in folder: URL) throws {
        let run = try tool.run(arguments, in: folder)
        try #require(run.status == 0, "\(run.errors)")
    }

    private static let stubs = """
        --- !tapi-tbd
        tbd-version: 4
        targets: [ arm64-ios ]
        install-name: '/usr/lib/libSystem.B.dylib'
        exports:
          - targets: [ arm64-ios ]
            symbols: [ _CCCrypt, _memcpy, _kKey, dyld_stub_binder, _objc_msgSend, _objc_retain, _objc_release,
              _objc_retainAutoreleasedReturnValue, __objc_empty_cache, ___CFConstantStringClassReference ]
            objc-classes: [ Root, Pasteboard ]
        ...

        """

    private static let source = #"""
        typedef struct objc_selector *SEL;
        @class NSString;
        __attribute__((objc_root_class)) @interface Root { Class isa; }
        + (id)alloc;
        @end
        @interface Pasteboard : Root
        + (Pasteboard *)general;
        - (void)setString:(NSString *)text expires:(int)seconds;
        @end
        @protocol Locking
        - (void)lock;
        @optional
        + (int)count;
        @end
        __attribute__((objc_root_class)) @interface NSConstantString { Class isa; } @end
        @interface NSString : Root @end
        extern const void *const kKey;
        int CCCrypt(unsigned operation, unsigned algorithm, unsigned options, const void *key, unsigned long length, const void *iv);
        void *memcpy(void *, const void *, unsigned long);
        // What newer compilers call instead of objc_msgSend: the linker makes the stub.
        void sendWipe(void *self, SEL selector, int how) __asm("_objc_msgSend$wipe:");
        @interface Vault : Root <Locking> { int number; }
        @property (nonatomic) int number;
        @end
        @implementation Vault
        @synthesize number;
        - (void)lock { [[Pasteboard general] setString:@"secret" expires:60]; }
        + (int)count { return CCCrypt(0, 1, 2, "fixed-key", 16, 0); }
        - (void)open:(int)x at:(void *)place {
            if (x > 3) memcpy(place, "http://example.org", 18);
            CCCrypt(x, 0, 3, kKey, 0x12345678abcdUL, place);
        }
        @end
        @implementation Pasteboard (Extra)
        - (void)wipe:(int)how { [self setString:@"grüße" expires:0]; }
        @end
        void wipeTwice(void *it) { sendWipe(it, 0, 7); sendWipe(it, 0, 0x40000000); }
        """#
}
