import MerlonPrivacy
import PiggyBankModel
import SwiftUI

/// Takes the `otpauth` address that the bank shows as a QR code: pasted, into a field that nothing learns from.
struct SecondFactorView: View {
    @ObservedObject var bank: Bank
    @Binding var isShown: Bool
    @State private var address = SensitiveFieldSource()

    var body: some View {
        VStack {
            Text("Paste the address of your second factor.").font(.headline)
            SensitiveFieldView("otpauth://", policy: FieldPolicy(.secret), source: address)
            Button("Add") { add() }.disabled(bank.state.isBusy)
        }
        .padding()
        .onAppear { bank.model.guardian.register(address) }
    }

    private func add() {
        guard let secret = try? address.takeSecret() else { return }
        isShown = false
        Task { await bank.model.enroll(secret) }
    }
}
