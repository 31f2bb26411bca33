import MerlonPrivacy
import MerlonRuntime
import PiggyBankModel
import SwiftUI

/// One screen after another, by the model's word. The PIN lies over all of them.
struct RootView: View {
    @ObservedObject var bank: Bank

    var body: some View {
        Group {
            if let question = bank.pinQuestion {
                PINView(bank: bank, title: question, isNew: false)
            } else {
                switch bank.state.screen {
                case .starting: ProgressView()
                case .setUpPIN: PINView(bank: bank, title: "Choose a PIN", isNew: true)
                case .locked: LockedView(bank: bank)
                case .signIn: SignInView(bank: bank)
                case .accounts: AccountsView(bank: bank)
                }
            }
        }
        .task { await bank.start() }
    }
}

struct LockedView: View {
    @ObservedObject var bank: Bank

    var body: some View {
        VStack {
            Text("PiggyBank is locked.").font(.title)
            Button("Unlock") { bank.model.guardian.unlock() }
        }
    }
}

struct SignInView: View {
    @ObservedObject var bank: Bank

    var body: some View {
        VStack {
            Text("PiggyBank").font(.largeTitle)
            MessageView(state: bank.state)
            Button("Sign in") { Task { await bank.signIn() } }.disabled(bank.state.isBusy)
        }
    }
}

/// What the person should know, if anything.
struct MessageView: View {
    let state: BankModel.State

    var body: some View {
        VStack {
            if let message = state.message { Text(message).foregroundColor(.red) }
            if state.safety == .compromised { Text("This device is not safe enough for transfers.").font(.footnote) }
        }
    }
}
