import FuzzRunner
import MerlonCore

fuzz { bytes in
    _ = try? PropertyListReader.read(bytes)
}
