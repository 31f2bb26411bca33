"""Cases of Scripts/apple-emulate: functions of an image, and traps in them."""
import struct

ENOENT, ENOTSUP, EBADMSG = 2, 45, 94


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


CASES = [
    functions_have_their_real_size,
    traps_all_over_a_function,
    hostile_load_commands_are_refused,
]
