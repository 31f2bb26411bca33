import FuzzRunner
import MerlonCore

/// Reads all elements and what is within them.
func walk(_ reader: DERReader) throws(DERError) {
    var reader = reader
    while !reader.isAtEnd {
        let element = try reader.read()
        if element.tag.isConstructed { try walk(element.children()) }
    }
    try reader.finish()
}

fuzz { bytes in
    for rules in [DERRules.strict, .lenientBERForCMS] {
        guard let reader = try? DERReader(bytes, rules: rules) else { continue }
        try? walk(reader)
    }
}
