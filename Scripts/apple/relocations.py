"""Runs starts of functions at their place and moved elsewhere (`RelocatedPrologue`), and compares what they do.

usage: relocations.py CASES.json

Each case has the instructions, their address, and the code that was made of them. Both run in an emulator from the same states of registers and memory,
until they leave their bytes. They must come out at the same address, with the same registers and the same writes to memory. What may differ: the register
that the way back is loaded into (x16 or x17), and return addresses, which lie where the call does.
"""
import json
import random
import struct
import sys

import unicorn
from unicorn import arm64_const as arm
from unicorn import x86_const as x86

PLACE, STACK, PAGE = 0x7_0000_0000, 0x6_0000_0000, 0x1000
STATES = 3
ARM = [getattr(arm, f"UC_ARM64_REG_X{n}") for n in range(31)] + [arm.UC_ARM64_REG_SP]
INTEL = [getattr(x86, f"UC_X86_REG_{n}") for n in "RAX RBX RCX RDX RSI RDI RBP R8 R9 R10 R11 R12 R13 R14 R15 RSP".split()]


def content(page):
    """Memory that nobody has written: pointers into memory of the same kind, the same in every run."""
    numbers = random.Random(page)
    return b"".join(struct.pack("<Q", 0x5_0000_0000 + numbers.randrange(1 << 24) * 8) for _ in range(PAGE // 8))


class Machine:
    """One run's memory and processor."""

    def __init__(self, case):
        self.is_arm = case["architecture"] == "arm64"
        self.uc = unicorn.Uc(*((unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM) if self.is_arm else (unicorn.UC_ARCH_X86, unicorn.UC_MODE_64)))
        self.registers = ARM if self.is_arm else INTEL
        self.writes = []
        self.mapped = set()
        self.uc.hook_add(unicorn.UC_HOOK_MEM_UNMAPPED, self.map_more)
        self.uc.hook_add(unicorn.UC_HOOK_MEM_WRITE, lambda uc, kind, address, size, value, _: self.writes.append((address, size, value)))
        self.uc.hook_add(unicorn.UC_HOOK_CODE, self.step)

    def page(self, address):
        page = address & ~(PAGE - 1)
        if page not in self.mapped:
            self.mapped.add(page)
            self.uc.mem_map(page, PAGE)
            self.uc.mem_write(page, content(page))

    def map_more(self, uc, kind, address, size, value, _):
        self.page(address)
        self.page(address + size - 1)
        return True

    def step(self, uc, address, size, _):
        if not self.start <= address < self.end:
            self.out = address
            uc.emu_stop()

    def run(self, code, start, state):
        self.start, self.end, self.out = start, start + len(code), None
        for offset in range(0, len(code) + PAGE, PAGE):
            self.page(start + offset)
        self.uc.mem_write(start, bytes(code))
        for register, value in zip(self.registers, state):
            self.uc.reg_write(register, value)
        try:
            self.uc.emu_start(start, 0xFFFF_FFFF_FFFF_F000, count=200)
        except unicorn.UcError as problem:
            return f"error {problem.errno}"
        if self.out is None:
            return "did not come out"
        values = [self.uc.reg_read(register) for register in self.registers]
        flags = self.uc.reg_read(arm.UC_ARM64_REG_NZCV if self.is_arm else x86.UC_X86_REG_EFLAGS)
        return self.out, values, flags, self.writes


def plain(result, case, start, size):
    """What must be the same."""
    if isinstance(result, str):
        return result
    out, values, flags, writes = result
    inside = lambda value: "return address" if start < value <= start + size else value
    values = [inside(value) for value in values]
    if case["architecture"] == "arm64":
        words = struct.unpack(f"<{case['length'] // 4}I", bytes(case["original"]))
        for register in (16, 17):
            if not any(register in (word & 31, word >> 5 & 31, word >> 10 & 31, word >> 16 & 31) for word in words):
                values[register] = None
    return out, values, flags, [(address, size, inside(value)) for address, size, value in writes]


def state(numbers):
    """Registers: pointers, small numbers, zeros and others; the last is the stack pointer."""
    kinds = [lambda: 0x5_0000_0000 + numbers.randrange(1 << 20) * 16, lambda: numbers.randrange(16), lambda: 0, lambda: numbers.getrandbits(64)]
    return [numbers.choice(kinds)() for _ in range(31)] if numbers else []


def main():
    cases = json.load(open(sys.argv[1]))
    same = 0
    for case in cases:
        numbers = random.Random(case["name"])
        is_same = True
        for _ in range(STATES):
            registers = state(numbers)
            registers = registers[: len(ARM if case["architecture"] == "arm64" else INTEL) - 1]
            registers.append(STACK + 0x8000)
            first = plain(Machine(case).run(case["original"], case["address"], registers), case, case["address"], case["length"])
            moved = plain(Machine(case).run(case["code"], PLACE, registers), case, PLACE, len(case["code"]))
            if first != moved:
                print(f"differs: {case['name']} {case['architecture']} {bytes(case['original']).hex()}\n  {first}\n  {moved}")
                is_same = False
                break
        same += is_same
    print(f"the same: {same} of {len(cases)}")
    return 0 if same == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())
