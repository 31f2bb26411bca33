import MerlonMachO
import MerlonRuntime

extension RuntimeError: ReasonedError {}

extension MachOError: ReasonedError {}
