import Foundation
import MerlonCore
import MerlonPrivacy
import Testing

/// Every way in which Swift can print a value.
@Suite struct SensitiveTests {
    struct Patient { let id: Int; @Sensitive var name: String }
    final class Account { @Sensitive var owner = "Ada Lovelace" }
    enum Event { case opened(Sensitive<String>) }
    struct Report: Decodable { @Sensitive var name: String }

    private static func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    private static func printed(_ value: Any, debug: Bool) -> String {
        var text = ""
        if debug { debugPrint(value, to: &text) } else { print(value, to: &text) }
        return text
    }

    @Test func noFormOfPrintingShowsIt() {
        let patient = Patient(id: 7, name: "Ada Lovelace")
        let account = Account()
        let wrapper = Sensitive(wrappedValue: "Ada Lovelace")
        let values: [Any] = [
            patient, account, wrapper, patient.$name, Event.opened(wrapper), [patient], ["a": wrapper], Optional(patient) as Any,
            (1, wrapper), Set([wrapper]), Result<Patient, Never>.success(patient), Mirror(reflecting: patient),
            Mirror(reflecting: patient).children.map(\.value), AnyHashable(wrapper),
        ]
        for value in values {
            for text in [
                "\(value)", String(describing: value), String(reflecting: value), Self.dumped(value), Self.printed(value, debug: false),
                Self.printed(value, debug: true), String(format: "%@", "\(value)"), "\(Mirror(reflecting: value).children.map(\.value))",
            ] {
                #expect(!text.contains("Lovelace"), "\(type(of: value))")
            }
        }
        #expect("\(patient)".contains("‹redacted›"))
        #expect("\(patient.$name)" == "‹redacted›")
    }

    @Test func theValueIsThereForUse() throws {
        var patient = Patient(id: 7, name: "Ada")
        patient.name += "!"
        #expect(patient.name == "Ada!" && patient.$name.unredacted == "Ada!")
        #expect(try JSONDecoder().decode(Report.self, from: Data(#"{"name":"Ada"}"#.utf8)).name == "Ada")
    }

    @Test func itDoesNotEncode() {
        #expect(!((Sensitive(wrappedValue: "x") as Any) is any Encodable))
    }
}
