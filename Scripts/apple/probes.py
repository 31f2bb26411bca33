"""The cases of Scripts/apple-emulate: what each probe's machine code must do with each answer of the kernel."""
import struct

import memory_probes

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


ENOENT, EBADMSG, ENOTSUP = 2, 94, 45
EINVAL = 22


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


def _path(image, library, kernel, opens):
    """Asks for a path of which readlink of libc and of the kernel say these; the answer, and the system calls."""
    errno_at = image.place(b"\0" * 4, 0x2000)
    path = image.place(b"/var/jb\0", 0x2100)
    answer = image.place(b"\x77" * 16, 0x3000)

    def readlink(machine):
        assert machine.argument(0) == path
        machine.uc.mem_write(errno_at, struct.pack("<i", library))
        return -1 if library else 3

    def kernel_call(number, arguments):
        if number == 58:
            assert arguments[0] == path
            return (kernel, True) if kernel else (3, False)
        if number == 5:
            assert arguments[0] == path and arguments[1] & 0x3 == 0, f"open {arguments}"
            return (77, False) if opens == 0 else (opens, True)
        assert number == 6 and arguments[0] == 77, f"system call {number}"
        return 0, False

    def clear(machine):
        machine.uc.mem_write(machine.argument(0), bytes(machine.argument(2) if machine.argument(1) == 0 else machine.argument(1)))
        return machine.argument(0)

    image.imports |= {"_readlink": readlink, "___error": lambda machine: errno_at, "_memset": clear,
                      "_bzero": lambda machine: machine.uc.mem_write(machine.argument(0), bytes(machine.argument(1)))}
    image.system_call = kernel_call
    image.system_calls.clear()
    image.call("merlon_darwin_path", path, answer)
    return struct.unpack("<iii??", image.read(answer, 14)), [number for number, _ in image.system_calls]


def path_that_is_nowhere(image):
    assert _path(image, ENOENT, ENOENT, ENOENT) == ((ENOENT, ENOENT, ENOENT, True, False), [58, 5])


def path_that_is_a_link(image):
    assert _path(image, 0, 0, 0) == ((0, 0, 0, True, True), [58, 5, 6])


def path_that_is_a_file(image):
    assert _path(image, EINVAL, EINVAL, 0) == ((0, 0, 0, True, False), [58, 5, 6])


def path_that_libc_hides(image):
    """Asked twice, since a file may come or go between two questions; what opens is closed."""
    assert _path(image, ENOENT, EINVAL, 0) == ((ENOENT, 0, 0, True, False), [58, 58, 5, 6])


def path_that_is_denied(image):
    assert _path(image, EPERM, EPERM, EPERM) == ((EPERM, EPERM, EPERM, True, False), [58, 5])


def _threads(image, states):
    """Debug registers of threads: for each a dict of (register, slot) to value, or None when it does not tell."""
    array = image.place(struct.pack(f"<{len(states)}I", *range(100, 100 + len(states))), 0x6000)
    given_back = []

    def task_threads(machine):
        machine.uc.mem_write(machine.argument(1), struct.pack("<Q", array))
        machine.uc.mem_write(machine.argument(2), struct.pack("<I", len(states)))
        return 0

    def thread_get_state(machine):
        thread, flavor, place, count = (machine.argument(index) for index in range(4))
        assert flavor == 15, f"flavor {flavor}, expected ARM_DEBUG_STATE64"
        assert struct.unpack("<I", machine.read(count, 4))[0] == 130
        state = states[thread - 100]
        if state is None:
            return 4
        machine.uc.mem_write(place, bytes(520))
        for (register, slot), value in state.items():
            machine.uc.mem_write(place + 128 * ["bvr", "bcr", "wvr", "wcr"].index(register) + 8 * slot, struct.pack("<Q", value))
        return 0

    image.imports |= {
        "_task_threads": task_threads, "_thread_get_state": thread_get_state,
        "_mach_port_deallocate": lambda machine: given_back.append(machine.argument(1)),
        "_vm_deallocate": lambda machine: given_back.append((machine.argument(1), machine.argument(2)))}
    place = image.place(b"\x77" * 16, 0x3000)
    assert image.call("merlon_darwin_debug_state", place) == 0
    assert given_back == [*range(100, 100 + len(states)), (array, 4 * len(states))], f"not given back: {given_back}"
    return struct.unpack("<4I", image.read(place, 16))


def no_debug_registers(image):
    # An address without the enabling bit is none.
    assert _threads(image, [{}, {("wvr", 0): 0x1000, ("wcr", 0): 0x1E}]) == (2, 0, 0, 0)


def watchpoint_in_the_last_slot_of_another_thread(image):
    assert _threads(image, [{}, {}, {("wvr", 15): 0x1000, ("wcr", 15): 0x1F}]) == (3, 0, 0, 1)


def breakpoints_and_a_silent_thread(image):
    assert _threads(image, [{("bcr", 0): 0x1E5, ("bcr", 3): 0x1E5}, None]) == (1, 1, 2, 0)


def exception_ports(image):
    """A live one counts; a null and a dead one do not, and the live ones are given back."""
    given_back = []

    def task_get_exception_ports(machine):
        _, asked, masks, count, ports, behaviors = (machine.argument(index) for index in range(6))
        assert asked & (1 << 6), "breakpoints are not asked for"
        room = struct.unpack("<I", machine.read(count, 4))[0]
        assert room >= 3
        machine.uc.mem_write(masks, struct.pack("<3I", 0x40, 0x2, 0x8))
        machine.uc.mem_write(ports, struct.pack("<3I", 0x1203, 0, 0xFFFFFFFF))
        machine.uc.mem_write(behaviors, struct.pack("<3I", 0x80000001, 1, 1))
        machine.uc.mem_write(count, struct.pack("<I", 3))
        return 0

    image.imports |= {"_task_get_exception_ports": task_get_exception_ports,
                      "_mach_port_deallocate": lambda machine: given_back.append(machine.argument(1))}
    ports, count = image.place(b"\0" * 64, 0x3000), image.place(b"\0" * 8, 0x3100)
    assert image.call("merlon_darwin_exception_ports", ports, 8, count) == 0
    assert struct.unpack("<Q", image.read(count, 8))[0] == 1 and image.read(ports, 8) == struct.pack("<II", 0x40, 0x80000001)
    assert given_back == [0x1203]


def _function(image, address):
    place = image.place(b"\0" * 16, 0x3000)
    status = image.call("merlon_darwin_function_in", image.base, address, place, place + 8)
    return status, *struct.unpack("<QQ", image.read(place, 16))


def _compare(image):
    """memcmp and strncmp for the code that looks for sections."""
    def strncmp(machine):
        left, right = (bytes(machine.uc.mem_read(machine.argument(index), machine.argument(2))).split(b"\0")[0] for index in (0, 1))
        return (left > right) - (left < right)

    image.imports["_strncmp"] = strncmp


def functions_have_their_real_size(image):
    _compare(image)
    starts = sorted(value for name, value in image.symbols.items() if name.startswith("_merlon_") or name.startswith("_layout_"))
    for address, following in zip(starts, starts[1:]):
        # Some are one jump.
        inside = min(address + 4, following - 4)
        status, start, end = _function(image, inside)
        assert (status, start) == (0, address) and inside < end <= following, f"{address:#x}: {status}, {start:#x}-{end:#x}"
    assert _function(image, image.base + 0x4000_0000)[0] == ENOENT


def traps_all_over_a_function(image):
    _compare(image)
    status, start, end = _function(image, image.symbols["_merlon_darwin_debug_state"])
    assert status == 0 and end - start > 64
    found, scanned = image.place(b"\0" * 1024, 0x4000), image.place(b"\0" * 8, 0x3100)

    def scan(reference=0):
        count = image.call("merlon_darwin_traps", start, end, reference, found, 64, scanned)
        assert struct.unpack("<Q", image.read(scanned, 8))[0] == end - start
        return [struct.unpack("<QI", image.read(found + 16 * index, 12)) for index in range(count)]

    assert scan() == []
    whole = image.read(start, end - start)
    for place, word in [(start, 0xD4200000), (start + 32, 0xE7FFDEFE), (end - 4, 0xD4200000)]:
        image.uc.mem_write(place, struct.pack("<I", word))
        assert scan() == [(place, word)], f"{word:#x} at {place - start}"
        image.uc.mem_write(start, whole)
    # brk #1, as Swift writes it; brk, hlt and udf of other numbers: with what was there they count, and without it not.
    made = image.place(whole, 0x8000)
    for word in (0xD4200020, 0xD43FFFE0, 0xD4400000, 0x00001234):
        image.uc.mem_write(start + 8, struct.pack("<I", word))
        assert scan() == [] and scan(made) == [(start + 8, word)], f"{word:#x}"
        same = image.place(image.read(start, end - start), 0x9000)
        assert scan(same) == [], f"{word:#x} that was made there"
    image.uc.mem_write(start + 8, struct.pack("<I", 0xD420001F))  # No brk: its lowest bits are set.
    assert scan(made) == []


def hostile_load_commands_are_refused(image):
    """A header that promises more commands than it has, commands without length, a list outside of its segment."""
    _compare(image)
    whole = image.read(image.base, 0x1000)
    address = image.symbols["_merlon_darwin_traps"]
    count, size = struct.unpack("<II", whole[16:24])
    for at, value in [(16, 0xFFFFFFFF), (20, 0xFFFFFFFF), (20, 4), (36, 0), (36, 7), (36, 0xFFFFFFF0)]:
        image.uc.mem_write(image.base, whole[:at] + struct.pack("<I", value) + whole[at + 4:])
        assert _function(image, address)[0] in (ENOENT, EBADMSG, ENOTSUP), f"{value:#x} at {at}"
    offset = 32
    for _ in range(count):
        command, length = struct.unpack("<II", whole[offset:offset + 8])
        if command == 0x26:  # LC_FUNCTION_STARTS
            for at, value in [(8, 0xFFFFFF00), (12, 0xFFFFFF00), (8, 0)]:
                image.uc.mem_write(image.base, whole[:offset + at] + struct.pack("<I", value) + whole[offset + at + 4:])
                assert _function(image, address)[0] == EBADMSG, f"list {value:#x} at {at}"
        offset += length
    image.uc.mem_write(image.base, whole)
    assert _function(image, address)[0] == 0


def a_register_of_any_slot_of_any_thread(image):
    """One by one: sixteen slots, three threads, breakpoints and watchpoints."""
    for slot in range(16):
        for thread in range(3):
            for register, expected in (("bcr", (3, 0, 1, 0)), ("wcr", (3, 0, 0, 1))):
                states = [{}, {}, {}]
                states[thread] = {(register, slot): 0x1E5}
                found = _threads(image, states)
                assert found == expected, f"{register}{slot} of thread {thread}: {found}"


CASES = {
    case.__name__.replace("_", " "): case
    for case in [*memory_probes.CASES, traced, traced_among_other_flags, not_traced, other_flags_do_not_count, failure_is_no_answer, empty_answer_is_no_answer,
                 deny_by_system_call, refused_denial_is_told, flags_by_library_and_by_call, flags_refused_by_the_kernel, signing_flags,
                 code_hash,
                 parent, deny_by_symbol, path_that_is_nowhere, path_that_is_a_link, path_that_is_a_file, path_that_libc_hides, path_that_is_denied,
                 no_debug_registers, watchpoint_in_the_last_slot_of_another_thread, breakpoints_and_a_silent_thread, exception_ports,
                 functions_have_their_real_size, traps_all_over_a_function, hostile_load_commands_are_refused,
                 a_register_of_any_slot_of_any_thread]
}
