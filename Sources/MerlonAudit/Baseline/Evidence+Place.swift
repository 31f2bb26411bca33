extension Evidence {
    /// The place in one line: `Payload/App.app/App (arm64) 0x100004000 in -[Login save:]`, `Info.plist: NSAppTransportSecurity`, `main.m:12`.
    public var place: String {
        var text = file
        if let line { text += ":\(line)" }
        if let architecture { text += " (\(architecture))" }
        if let address { text += " 0x" + String(address, radix: 16) }
        if let symbol { text += address == nil ? ": \(symbol)" : " in \(symbol)" }
        if let plistKey { text += ": \(plistKey)" }
        return text
    }
}
