"""Cases of Scripts/apple-emulate: debug registers of all threads, and ports for exceptions."""
import struct


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


def a_register_of_any_slot_of_any_thread(image):
    """One by one: sixteen slots, three threads, breakpoints and watchpoints."""
    for slot in range(16):
        for thread in range(3):
            for register, expected in (("bcr", (3, 0, 1, 0)), ("wcr", (3, 0, 0, 1))):
                states = [{}, {}, {}]
                states[thread] = {(register, slot): 0x1E5}
                found = _threads(image, states)
                assert found == expected, f"{register}{slot} of thread {thread}: {found}"


CASES = [
    no_debug_registers,
    watchpoint_in_the_last_slot_of_another_thread,
    breakpoints_and_a_silent_thread,
    exception_ports,
    a_register_of_any_slot_of_any_thread,
]
