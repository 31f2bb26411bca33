"""Cases of Scripts/apple-emulate: memory that is read, written and made executable."""
import struct

EINVAL = 22
READ, WRITE, COPY = 1, 2, 16


def _memory(image, regions, *, refuses=()):
    """Answers for a map of `regions` (start, size, protection), and keeps what protections were set, in order."""
    protections = []

    def region(machine):
        address = struct.unpack("<Q", machine.read(machine.argument(1), 8))[0]
        for start, size, protection in regions:
            if start + size > address:
                machine.uc.mem_write(machine.argument(1), struct.pack("<Q", start))
                machine.uc.mem_write(machine.argument(2), struct.pack("<Q", size))
                machine.uc.mem_write(machine.argument(4), struct.pack("<I", protection) + b"\0" * 72)
                return 0
        return 1  # KERN_INVALID_ADDRESS

    def protect(machine):
        protections.append((machine.argument(1), machine.argument(2), machine.argument(4)))
        return 2 if machine.argument(4) in refuses else 0  # KERN_PROTECTION_FAILURE

    image.imports |= {"_vm_region_recurse_64": region, "_vm_protect": protect, "_getpagesize": lambda machine: 0x4000}
    return protections


def memory_that_can_be_read(image):
    _memory(image, [(0x10000, 0x4000, READ), (0x14000, 0x4000, READ | WRITE), (0x20000, 0x4000, 0)])
    for address, size, expected in [(0x10000, 0x8000, 1), (0x17FFF, 1, 1), (0x17FFF, 2, 0), (0xFFFF, 2, 0), (0x20000, 1, 0), (0x10000, 0, 1),
                                    (2**64 - 1, 2, 0), (0x30000, 1, 0)]:
        answer = image.call("merlon_darwin_can_read", address, size) & 1
        assert answer == expected, f"{address:#x} + {size:#x}: {answer}"


def a_pointer_in_constants_is_written_and_protected_again(image):
    slot = image.place(struct.pack("<Q", 0x1111), 0x4008)
    page = slot & ~0x3FFF
    protections = _memory(image, [(page, 0x4000, READ)])
    assert image.call("merlon_darwin_set_pointer", slot, 0x1111, 0x2222) == 0
    assert image.read(slot, 8) == struct.pack("<Q", 0x2222)
    assert protections == [(page, 0x4000, READ | WRITE | COPY), (page, 0x4000, READ)], protections


def a_pointer_that_changed_is_left_and_protected_again(image):
    slot = image.place(struct.pack("<Q", 0x3333), 0x4008)
    page = slot & ~0x3FFF
    protections = _memory(image, [(page, 0x4000, READ)])
    assert image.call("merlon_darwin_set_pointer", slot, 0x1111, 0x2222) == 35  # EAGAIN
    assert image.read(slot, 8) == struct.pack("<Q", 0x3333)
    assert protections[-1] == (page, 0x4000, READ)


def a_pointer_that_cannot_be_written_is_told(image):
    slot = image.place(struct.pack("<Q", 0x1111), 0x4008)
    page = slot & ~0x3FFF
    protections = _memory(image, [(page, 0x4000, READ)], refuses={READ | WRITE | COPY})
    assert image.call("merlon_darwin_set_pointer", slot, 0x1111, 0x2222) == 0x10002
    assert image.read(slot, 8) == struct.pack("<Q", 0x1111) and len(protections) == 1
    assert image.call("merlon_darwin_set_pointer", slot + 1, 0x1111, 0x2222) == 22  # EINVAL
    _memory(image, [])
    assert image.call("merlon_darwin_set_pointer", slot, 0x1111, 0x2222) == 0x10001


def a_pointer_in_variables_needs_no_protection(image):
    slot = image.place(struct.pack("<Q", 0x1111), 0x4008)
    protections = _memory(image, [(slot & ~0x3FFF, 0x4000, READ | WRITE)])
    assert image.call("merlon_darwin_set_pointer", slot, 0x1111, 0x2222) == 0 and not protections
    assert image.read(slot, 8) == struct.pack("<Q", 0x2222)


def addresses_are_as_wide_as_the_system_says(image):
    """The mask is what the processor leaves of ones, by the width of addresses that the system has set (TCR_EL1.T0SZ): 39 bits on iOS, 47 on macOS."""
    from unicorn import arm64_const as arm64

    # As in a process of arm64e: the processor of the emulator strips where a key is switched on (SCTLR_EL1.EnIA).
    control = image.uc.reg_read(arm64.UC_ARM64_REG_CP_REG, (1, 0, 3, 0, 0))
    image.symbols["_switch_on"] = image.place(bytes.fromhex("001018d5" "c0035fd6"), 0x7000)  # msr sctlr_el1, x0; ret
    image.call("switch_on", control | 1 << 31)
    for bits in (36, 39, 47):
        # TCR_EL1 is op0 3, op1 0, CRn 2, CRm 0, op2 2. The top byte is ignored (TBI0, bit 37), as on Apple's systems.
        image.uc.reg_write(arm64.UC_ARM64_REG_CP_REG, (2, 0, 3, 0, 2, (64 - bits) | 1 << 37))
        image.call("merlon_darwin_address_mask")
        mask = image.argument(0)
        assert mask == (1 << bits) - 1, f"{mask:#x} for addresses of {bits} bits"


def _code_pages(image, *, refuses=0):
    """Answers for copies of pages; what was asked, in order."""
    asked, copy = [], image.heap_at + 0x40000

    def allocate(machine):
        asked.append(("allocate", machine.argument(2)))
        machine.uc.mem_write(machine.argument(1), struct.pack("<Q", copy))
        return 0

    def protect(machine):
        asked.append(("protect", machine.argument(1), machine.argument(4)))
        return 2 if refuses == 1 else 0

    def remap(machine):
        # Past eight arguments come from the stack: source, copies, the two protections, the inheritance.
        target = struct.unpack("<Q", machine.read(machine.argument(1), 8))[0]
        asked.append(("remap", target, machine.argument(2), machine.argument(4), machine.argument(6)))
        if refuses == 2:
            return 2
        machine.uc.mem_write(target, machine.read(machine.argument(6), machine.argument(2)))
        return 0

    def copy_bytes(machine):
        machine.uc.mem_write(machine.argument(0), machine.read(machine.argument(1), machine.argument(2)))
        return machine.argument(0)

    def compare(machine):
        left, right = (machine.read(machine.argument(index), machine.argument(2)) for index in (0, 1))
        return (left > right) - (left < right)

    image.imports |= {
        "_vm_allocate": allocate, "_vm_protect": protect, "_vm_remap": remap, "_memcpy": copy_bytes, "_memcmp": compare,
        "_bcmp": compare, "_getpagesize": lambda machine: 0x4000,
        "_vm_deallocate": lambda machine: asked.append(("deallocate", machine.argument(1), machine.argument(2))),
        "_sys_icache_invalidate": lambda machine: asked.append(("invalidate", machine.argument(0), machine.argument(1)))}
    return asked, copy


def code_is_written_by_a_page_that_takes_the_place(image):
    """Never writable and executable at once, and never not executable: a copy is made so first, and then takes the place."""
    hook, made = bytes(range(16)), bytes(range(100, 116))
    function = image.place(hook, 0x5FF8)  # Over the end of a page.
    current, value = image.place(hook, 0x3000), image.place(made, 0x3100)
    first = function & ~0x3FFF
    _memory(image, [(first, 0x8000, READ | 4)])
    asked, copy = _code_pages(image)
    assert image.call("merlon_darwin_set_code", function, current, value, 16) == 0
    assert image.read(function, 16) == made
    length = 0x4000 if function + 16 <= first + 0x4000 else 0x8000
    assert asked == [("allocate", length), ("protect", copy, READ | 4), ("remap", first, length, 0x4000, copy), ("deallocate", copy, length),
                     ("invalidate", function, 16)], asked


def code_that_changed_or_is_refused_is_left(image):
    hook, made = bytes(range(16)), bytes(range(100, 116))
    function = image.place(hook, 0x5000)
    current, value = image.place(hook, 0x3000), image.place(made, 0x3100)
    for refuses, expected in [(1, 0x10002), (2, 0x10002)]:
        _memory(image, [(function & ~0x3FFF, 0x4000, READ | 4)])
        asked, copy = _code_pages(image, refuses=refuses)
        assert image.call("merlon_darwin_set_code", function, current, value, 16) == expected
        assert image.read(function, 16) == hook and asked[-1] == ("deallocate", copy, 0x4000), asked
    _memory(image, [(function & ~0x3FFF, 0x4000, READ | 4)])
    asked, copy = _code_pages(image)
    image.uc.mem_write(function, b"\1")
    assert image.call("merlon_darwin_set_code", function, current, value, 16) == 35  # EAGAIN
    assert image.read(function, 1) == b"\1" and [entry[0] for entry in asked] == ["allocate", "deallocate"], asked
    assert image.call("merlon_darwin_set_code", function, current, value, 0) == EINVAL
    assert image.call("merlon_darwin_set_code", function, current, value, 0x4001) == EINVAL
    _memory(image, [])
    assert image.call("merlon_darwin_set_code", function, current, value, 16) == 14  # EFAULT


def code_is_made_where_the_system_allows_it(image):
    """Written first and executable then; where that is refused, as on iOS, nothing stays mapped."""
    code = image.place(bytes(range(32)), 0x3000)
    errno_at = image.place(struct.pack("<i", 13), 0x2000)
    memory = image.heap_at + 0x40000
    for refusal in (0, 13):
        results = image.place(bytes(16), 0x3100)
        asked, _ = _code_pages(image)
        image.imports |= {
            "_mmap": lambda machine: asked.append(("mmap", machine.argument(1), machine.argument(2), machine.argument(3))) or memory,
            "_mprotect": lambda machine: asked.append(("mprotect", machine.argument(0), machine.argument(1), machine.argument(2)))
            or (-1 if refusal else 0),
            "_munmap": lambda machine: asked.append(("munmap", machine.argument(0), machine.argument(1))), "___error": lambda machine: errno_at}
        assert image.call("merlon_darwin_make_code", code, 32, results, results + 8) == refusal
        assert asked[:2] == [("mmap", 0x4000, READ | WRITE, 0x1002), ("mprotect", memory, 0x4000, READ | 4)], asked
        assert asked[2:] == ([("munmap", memory, 0x4000)] if refusal else [("invalidate", memory, 32)]), asked
        assert image.read(memory, 32) == bytes(range(32))
        assert struct.unpack("<QQ", image.read(results, 16)) == ((0, 0) if refusal else (memory, 0x4000))


CASES = [
    memory_that_can_be_read,
    a_pointer_in_constants_is_written_and_protected_again,
    a_pointer_that_changed_is_left_and_protected_again,
    a_pointer_that_cannot_be_written_is_told,
    a_pointer_in_variables_needs_no_protection,
    addresses_are_as_wide_as_the_system_says,
    code_is_written_by_a_page_that_takes_the_place,
    code_that_changed_or_is_refused_is_left,
    code_is_made_where_the_system_allows_it,
]
