import FuzzRunner
import FuzzTarget

let target = FuzzTarget("fuzz.ipa")

fuzz { bytes in
    target.audit(bytes)
}
