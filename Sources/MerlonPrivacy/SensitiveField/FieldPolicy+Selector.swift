extension FieldPolicy.Edit {
    /// The edit that one of UIKit's standard actions makes. An action that is not known counts as ``other``.
    public init(selectorName name: String) {
        switch name {
        case "paste:", "pasteAndMatchStyle:", "pasteAndGo:", "pasteAndSearch:": self = .paste
        case "copy:": self = .copy
        case "cut:": self = .cut
        case "select:", "selectAll:", "delete:": self = .select
        case "_share:", "share:": self = .share
        case "_define:", "_lookup:", "_translate:", "translate:", "_searchWeb:": self = .define
        default: self = .other
        }
    }
}
