"""Cases of Scripts/apple-emulate: the process itself, by libc and by system calls, and who may debug it."""
import struct

P_TRACED = 0x800
PID = 4242
ESRCH, EPERM, ENOTSUP = 3, 1, 45


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


def _call_writes(image, expected, write=lambda arguments: None, result=0, failed=False):
    """The kernel's answer to one system call of that number."""
    def answer(number, arguments):
        assert number == expected, f"system call {number}, expected {expected}"
        write(arguments)
        return result, failed

    image.system_call = answer


def _own_flags(image, by_call):
    place = image.place(b"\x77" * 4, 0x3000)
    return image.call("merlon_darwin_process_flags", by_call, place), struct.unpack("<I", image.read(place, 4))[0]


def flags_by_library_and_by_call(image):
    _process(image, flags=0x4840)
    asked = image.imports["_sysctl"]
    assert _own_flags(image, 0) == (0, 0x4840)
    image.imports["_sysctl"] = lambda machine: (_ for _ in ()).throw(AssertionError("libc was asked"))

    def kernel(number, arguments):
        assert number == 202, f"system call {number}, expected 202 (sysctl)"
        return asked(image), False

    image.system_call = kernel
    assert _own_flags(image, 1) == (0, 0x4840)


def flags_refused_by_the_kernel(image):
    _process(image)
    _call_writes(image, 202, result=EPERM, failed=True)
    assert _own_flags(image, 1) == (EPERM, 0x77777777)


def signing_flags(image):
    image.imports["_getpid"] = lambda machine: PID

    def write(arguments):
        assert arguments[:2] == [PID, 0] and arguments[3] == 4, f"csops was asked {arguments}"
        image.uc.mem_write(arguments[2], struct.pack("<I", 0x22000305))

    _call_writes(image, 169, write)
    place = image.place(b"\0" * 4, 0x3000)
    assert image.call("merlon_darwin_signing_flags", place) == 0
    assert image.read(place, 4) == struct.pack("<I", 0x22000305)


def code_hash(image):
    """The cdhash that the kernel checked; one that it does not tell is none."""
    image.imports["_getpid"] = lambda machine: PID

    def write(arguments):
        assert arguments[:2] == [PID, 5] and arguments[3] == 20, f"csops was asked {arguments}"
        image.uc.mem_write(arguments[2], bytes(range(20)))

    place = image.place(b"\x77" * 20, 0x3000)
    _call_writes(image, 169, write, result=EPERM, failed=True)
    assert image.call("merlon_darwin_code_hash", place) == EPERM and image.read(place, 20) == b"\x77" * 20
    _call_writes(image, 169, write)
    assert image.call("merlon_darwin_code_hash", place) == 0 and image.read(place, 20) == bytes(range(20))


def parent(image):
    _call_writes(image, 39, result=312)
    place = image.place(b"\0" * 4, 0x3000)
    assert image.call("merlon_darwin_parent", place) == 0 and image.read(place, 4) == struct.pack("<i", 312)


def deny_by_symbol(image):
    """What dlsym finds is called with the right arguments: here a system call that the test sees."""
    found = image.place(bytes.fromhex("500380d2" "011000d4" "c0035fd6"), 0x5000)  # mov x16, #26; svc #0x80; ret
    name_at = []

    def dlsym(machine):
        name_at.append(bytes(machine.uc.mem_read(machine.argument(1), 7)))
        return found

    image.imports["_dlsym"] = dlsym
    image.system_call = lambda number, arguments: (0, False)
    assert image.call("merlon_darwin_deny_debugger_by_symbol") == 0
    assert name_at == [b"ptrace\0"] and image.system_calls[0][1][:4] == [31, 0, 0, 0], image.system_calls
    image.imports["_dlsym"] = lambda machine: 0
    assert image.call("merlon_darwin_deny_debugger_by_symbol") == ENOTSUP


CASES = [
    traced,
    traced_among_other_flags,
    not_traced,
    other_flags_do_not_count,
    failure_is_no_answer,
    empty_answer_is_no_answer,
    deny_by_system_call,
    refused_denial_is_told,
    flags_by_library_and_by_call,
    flags_refused_by_the_kernel,
    signing_flags,
    code_hash,
    parent,
    deny_by_symbol,
]
