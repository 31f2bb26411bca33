import FuzzRunner
import FuzzTarget

let target = FuzzTarget("x.xcodeproj/project.pbxproj", isFolder: true)

fuzz { bytes in
    target.audit(bytes)
}
