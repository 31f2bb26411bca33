import PiggyBankModel
import SwiftUI

struct TransferView: View {
    @ObservedObject var bank: Bank
    @Binding var isShown: Bool
    @State private var iban = ""
    @State private var amount = ""

    var body: some View {
        Form {
            TextField("IBAN", text: $iban)
            TextField("Amount in cents", text: $amount)
            MessageView(state: bank.state)
            Button("Send") { send() }.disabled(bank.state.isBusy || transfer == nil)
        }
        .privacySensitive()
    }

    private var transfer: Transfer? {
        guard let account = bank.state.accounts.first, let cents = Int64(amount) else { return nil }
        return Transfer(from: account.id, to: iban, cents: cents)
    }

    private func send() {
        guard let transfer else { return }
        isShown = false
        Task { await bank.model.send(transfer) }
    }
}
