import FuzzRunner
import FuzzTarget

let target = FuzzTarget("fuzz.mobileprovision")

fuzz { bytes in
    target.audit(bytes)
}
