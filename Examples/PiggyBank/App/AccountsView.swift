import MerlonPrivacy
import MerlonRuntime
import PiggyBankModel
import SwiftUI

struct AccountsView: View {
    @ObservedObject var bank: Bank
    @State private var isSending = false
    @State private var isEnrolling = false
    @State private var isReading = false

    var body: some View {
        NavigationView {
            List {
                if bank.state.isFromCache { Text("From an earlier visit").font(.footnote) }
                MessageView(state: bank.state)
                ForEach(bank.state.accounts) { account in
                    VStack(alignment: .leading) {
                        Text(account.name).font(.headline)
                        // Gone from a recording, a mirrored screen and AirPlay.
                        Text(account.balance).hiddenWhileCaptured()
                        Button("Copy number") { bank.copy(account) }
                    }
                }
                Section("More") {
                    Button("Send money") { isSending = true }.disabled(bank.state.safety == .compromised)
                    Button("Second factor") { isEnrolling = true }
                    Button("Terms") { isReading = true }
                    Button("Sign out", role: .destructive) { Task { await bank.model.signOut() } }
                }
            }
            .navigationTitle("Accounts")
            .sheet(isPresented: $isSending) { TransferView(bank: bank, isShown: $isSending) }
            .sheet(isPresented: $isReading) { TermsView(bank: bank) }
            .sheet(isPresented: $isEnrolling) { SecondFactorView(bank: bank, isShown: $isEnrolling) }
        }
    }
}
