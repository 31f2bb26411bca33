"""The cases of Scripts/apple-emulate: what each probe's machine code must do with each answer of the kernel."""
import struct

P_TRACED = 0x800
PID = 4242
ESRCH, EPERM = 3, 1


def _process(image, *, flags=0, size=None, status=0, errno=0):
    """Answers sysctl as the kernel does for the own process, and checks what was asked."""
    offset = image.call("layout_flag_offset")
    whole = image.call("layout_process_size")
    errno_at = image.place(b"\0" * 4, 0x2000)

    def sysctl(machine):
        name = struct.unpack(f"<{machine.argument(1)}i", machine.read(machine.argument(0), 4 * machine.argument(1)))
        assert name == (1, 14, 1, PID), f"sysctl was asked for {name}, not for CTL_KERN, KERN_PROC, KERN_PROC_PID and the own process"
        buffer, size_at = machine.argument(2), machine.argument(3)
        given = struct.unpack("<Q", machine.read(size_at, 8))[0]
        assert given == whole, f"a buffer of {given} bytes for a structure of {whole}"
        if status:
            machine.uc.mem_write(errno_at, struct.pack("<i", errno))
            return status
        # Every other bit set: only the flag itself may count.
        machine.uc.mem_write(buffer + offset, struct.pack("<I", flags))
        machine.uc.mem_write(size_at, struct.pack("<Q", whole if size is None else size))
        return 0

    def memory_set(machine):
        machine.uc.mem_write(machine.argument(0), bytes([machine.argument(1) & 255]) * machine.argument(2))
        return machine.argument(0)

    def clear(machine):
        machine.uc.mem_write(machine.argument(0), bytes(machine.argument(1)))
        return machine.argument(0)

    image.imports |= {"_getpid": lambda machine: PID, "_sysctl": sysctl, "_memset": memory_set, "_bzero": clear,
                      "___error": lambda machine: errno_at}


def _traced(image, expected_status, expected):
    result_at = image.place(b"\x77", 0x3000)
    status = image.call("merlon_probe_traced", result_at)
    assert status == expected_status, f"status {status}, expected {expected_status}"
    value = image.read(result_at, 1)[0]
    assert value == expected, f"traced = {value:#x}, expected {expected:#x}"


def traced(image):
    _process(image, flags=P_TRACED)
    _traced(image, 0, 1)


def traced_among_other_flags(image):
    _process(image, flags=0xFFFFFFFF)
    _traced(image, 0, 1)


def not_traced(image):
    _process(image, flags=0)
    _traced(image, 0, 0)


def other_flags_do_not_count(image):
    _process(image, flags=0xFFFFFFFF & ~P_TRACED)
    _traced(image, 0, 0)


def failure_is_no_answer(image):
    _process(image, status=-1, errno=EPERM)
    _traced(image, EPERM, 0x77)


def empty_answer_is_no_answer(image):
    _process(image, size=0)
    _traced(image, ESRCH, 0x77)


def deny_by_system_call(image):
    image.system_call = lambda number, arguments: (0, False)
    status = image.call("merlon_deny_debugger")
    assert status == 0, f"status {status}"
    assert image.system_calls, "no system call was made"
    number, arguments = image.system_calls[0]
    assert len(image.system_calls) == 1 and number == 26, f"system call {number}, expected 26 (ptrace)"
    assert arguments[:4] == [31, 0, 0, 0], f"arguments {arguments[:4]}, expected PT_DENY_ATTACH and zeros"


def refused_denial_is_told(image):
    image.system_call = lambda number, arguments: (EPERM, True)
    status = image.call("merlon_deny_debugger")
    assert status == EPERM, f"status {status}, expected EPERM"


CASES = {
    case.__name__.replace("_", " "): case
    for case in [traced, traced_among_other_flags, not_traced, other_flags_do_not_count, failure_is_no_answer, empty_answer_is_no_answer,
                 deny_by_system_call, refused_denial_is_told]
}
