import FuzzRunner
import MerlonAudit

fuzz { bytes in
    guard let baseline = try? Baseline(parsing: bytes, path: "fuzz") else { return }
    precondition(
        (try? Baseline(parsing: Array(baseline.serialized.utf8), path: "fuzz")) == baseline, "what was written reads as something else")
}
