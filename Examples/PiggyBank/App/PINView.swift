import MerlonPrivacy
import PiggyBankModel
import SwiftUI

/// The PIN: in a field that is cleared when the app is left, and in no `@State`.
struct PINView: View {
    @ObservedObject var bank: Bank
    let title: String
    let isNew: Bool
    @State private var pin = SensitiveFieldSource()

    var body: some View {
        VStack {
            Text(title).font(.headline)
            SensitiveFieldView("PIN", policy: FieldPolicy(.secret, allowsPaste: false), source: pin)
            MessageView(state: bank.state)
            Button(isNew ? "Set PIN" : "Unlock") { submit() }.disabled(bank.state.isBusy && isNew)
            if !isNew { Button("Cancel", role: .cancel) { bank.model.pinPrompt.cancel() } }
        }
        .padding()
        .onAppear { bank.model.guardian.register(pin) }
    }

    private func submit() {
        guard let secret = try? pin.takeSecret() else { return }
        if isNew { Task { await bank.model.setUp(pin: secret) } } else { bank.model.pinPrompt.enter(secret) }
    }
}
