import MerlonAudit
import Testing

@Suite struct CatalogueTests {
    @Test func hasEveryTestOnce() {
        #expect(MASTGTest.all.count == 88)
        #expect(Set(MASTGTest.all.map(\.id)).count == 88)
        #expect(MASTGTest.all.map(\.id) == MASTGTest.all.map(\.id).sorted())
        let perArea = Dictionary(grouping: MASTGTest.all, by: \.area).mapValues(\.count)
        #expect(
            perArea == [
                .storage: 12, .crypto: 8, .auth: 6, .network: 11, .platform: 23, .code: 8, .resilience: 15, .privacy: 5,
            ])
        let perMethod = Dictionary(grouping: MASTGTest.all, by: \.method).mapValues(\.count)
        #expect(perMethod[.running] == 24)
        #expect(perMethod.count == 3)
    }

    @Test func hasEveryControlOnce() {
        #expect(MASVSControl.all.count == 24)
        #expect(Set(MASVSControl.all.map(\.id)).count == 24)
        let perArea = Dictionary(grouping: MASVSControl.all, by: \.area).mapValues(\.count)
        #expect(
            perArea == [.storage: 2, .crypto: 2, .auth: 3, .network: 2, .platform: 3, .code: 4, .resilience: 4, .privacy: 4])
        #expect(Set(MASVSControl.all.map(\.title)).count == 24)
    }

    @Test func testsReferToWhatExists() {
        let controls = Set(MASVSControl.all.map(\.id))
        for test in MASTGTest.all {
            #expect(!test.controls.isEmpty && Set(test.controls).isSubset(of: controls), "\(test.id)")
            #expect(!test.profiles.isEmpty && test.weakness.count == 10 && test.id.count == 15, "\(test.id)")
            #expect(test.title.count > 10 && test.lookAt.count > 30 && test.lookAt.hasSuffix("."), "\(test.id)")
            #expect(MASTGTest.test(test.id) == test)
        }
        #expect(MASTGTest.test("MASTG-TEST-0001") == nil)
        #expect(Set(MASTGTest.all.map(\.title)).count == 88 && Set(MASTGTest.all.map(\.lookAt)).count == 88)
    }

    @Test func rulesReferToTestsAndControlsThatExist() {
        let controls = Set(MASVSControl.all.map(\.id))
        for rule in RuleRegistry.all.map(\.metadata) {
            #expect(Set(rule.controls).isSubset(of: controls), "\(rule.id)")
            #expect(rule.tests.allSatisfy { MASTGTest.test($0) != nil }, "\(rule.id)")
        }
    }

    @Test(arguments: [("L1", "L1"), ("l2+r", "L2+R"), ("P,L1", "L1+P"), ("L1+L2+R+P", "L1+L2+P+R")])
    func profileIsRead(_ text: String, _ expected: String) { #expect(Profile(text)?.description == expected) }

    @Test(arguments: ["", "L3", "L1+", "+", "L1,,R", "L1+L1", "L1 R", "all"])
    func noProfileIsRead(_ text: String) { #expect(Profile(text) == nil) }

    @Test func profilesPickTheirTests() {
        #expect(MASTGTest.all.allSatisfy(Profile.all.includes))
        let counts = Dictionary(
            uniqueKeysWithValues: Profile.Level.allCases.map { level in
                (level, MASTGTest.all.count { Profile([level])?.includes($0) == true })
            })
        #expect(counts == [.l1: 41, .l2: 69, .r: 13, .p: 8])
        #expect(Profile("L1+L2").map { profile in MASTGTest.all.count(where: profile.includes) } == 70)
    }
}
