import SwiftUI

/// A page of the bank, by ordinary `URLSession` code over a pinned session that keeps nothing.
struct TermsView: View {
    @ObservedObject var bank: Bank
    @State private var text = "…"

    var body: some View {
        Text(text).padding().task { text = await bank.terms() }
    }
}
