"""The cases of Scripts/apple-emulate: what each probe's machine code must do with each answer of the kernel."""
import code_probes
import memory_probes
import path_probes
import process_probes
import thread_probes

CASES = {
    case.__name__.replace("_", " "): case
    for part in (memory_probes, process_probes, path_probes, thread_probes, code_probes)
    for case in part.CASES
}
