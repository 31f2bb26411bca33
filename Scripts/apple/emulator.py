"""Maps an arm64 Mach-O library into an emulator, answers its imports and system calls with Python functions, and calls its functions."""
import struct
from collections.abc import Callable

import lief
import unicorn
from unicorn import arm64_const as arm64

RETURN = bytes.fromhex("c0035fd6")  # ret
PAGE = 0x4000


class Image:
    """A loaded library. `imports` and `system_calls` are what a test fills in; everything else stops with an error."""

    base, stubs_at, stack_at, return_at, heap_at = 0x1_0000_0000, 0x7000_0000, 0x6000_0000, 0x5000_0000, 0x4000_0000

    def __init__(self, path):
        self.binary = lief.MachO.parse(str(path)).at(0)
        self.uc = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
        # One that has pointer signatures, as Apple's since the A12.
        self.uc.ctl_set_cpu_model(arm64.UC_CPU_ARM64_MAX)
        self.imports: dict[str, Callable[["Image"], int | None]] = {}
        self.system_call: Callable[[int, list[int]], tuple[int, bool]] = self._unexpected_system_call
        self.system_calls: list[tuple[int, list[int]]] = []
        self._stub_names: dict[int, str] = {}
        self._problem: Exception | None = None
        for start, size in [(self.stubs_at, 0x10000), (self.stack_at, 0x100000), (self.return_at, PAGE), (self.heap_at, 0x100000)]:
            self.uc.mem_map(start, size)
        slide = self.base - self.binary.imagebase
        for segment in self.binary.segments:
            size = (segment.virtual_size + PAGE - 1) & ~(PAGE - 1)
            if segment.name != "__PAGEZERO" and size:
                self.uc.mem_map(segment.virtual_address + slide, size)
                self.uc.mem_write(segment.virtual_address + slide, bytes(segment.content))
        for index, binding in enumerate(self.binary.bindings):
            stub = self.stubs_at + 16 * index
            self._stub_names[stub] = binding.symbol.name
            self.uc.mem_write(stub, RETURN)
            self.uc.mem_write(binding.address + slide, struct.pack("<Q", stub))
        self.symbols = {s.name: s.value + slide for s in self.binary.symbols if s.value}
        self.uc.hook_add(unicorn.UC_HOOK_CODE, self._on_stub, begin=self.stubs_at, end=self.stubs_at + 0xFFFF)
        self.uc.hook_add(unicorn.UC_HOOK_INTR, self._on_interrupt)

    def argument(self, index: int) -> int:
        """The register x0 … x7."""
        return self.uc.reg_read(arm64.UC_ARM64_REG_X0 + index)

    def place(self, content: bytes, offset: int = 0) -> int:
        """Puts bytes on the heap and returns their address."""
        self.uc.mem_write(self.heap_at + offset, content)
        return self.heap_at + offset

    def read(self, address: int, size: int) -> bytes:
        """Bytes of the emulated memory."""
        return bytes(self.uc.mem_read(address, size))

    def call(self, name: str, *arguments: int) -> int:
        """Calls an exported function and returns w0 as a signed number."""
        for index, value in enumerate(arguments):
            self.uc.reg_write(arm64.UC_ARM64_REG_X0 + index, value)
        self.uc.reg_write(arm64.UC_ARM64_REG_SP, self.stack_at + 0xFF000)
        self.uc.reg_write(arm64.UC_ARM64_REG_LR, self.return_at)
        self._problem = None
        self.uc.emu_start(self.symbols["_" + name], self.return_at, timeout=300_000_000)
        if self._problem:
            raise self._problem
        if self.uc.reg_read(arm64.UC_ARM64_REG_PC) != self.return_at:
            raise RuntimeError(f"{name} did not return")
        return struct.unpack("<i", struct.pack("<I", self.argument(0) & 0xFFFFFFFF))[0]

    def _on_stub(self, uc, address, size, data):
        name = self._stub_names.get(address)
        try:
            if name not in self.imports:
                raise RuntimeError(f"unexpected call of {name}")
            self.uc.reg_write(arm64.UC_ARM64_REG_X0, (self.imports[name](self) or 0) & (2**64 - 1))
        except Exception as problem:  # Kept and raised by call(): an exception cannot pass through the emulator.
            self._problem = problem
            uc.emu_stop()

    def _on_interrupt(self, uc, number, data):
        arguments = [self.argument(index) for index in range(6)]
        call = uc.reg_read(arm64.UC_ARM64_REG_X16)
        self.system_calls.append((call, arguments))
        try:
            result, failed = self.system_call(call, arguments)
        except Exception as problem:
            self._problem = problem
            uc.emu_stop()
            return
        self.uc.reg_write(arm64.UC_ARM64_REG_X0, result)
        flags = self.uc.reg_read(arm64.UC_ARM64_REG_NZCV) & ~(1 << 29)
        self.uc.reg_write(arm64.UC_ARM64_REG_NZCV, flags | (failed << 29))

    def _unexpected_system_call(self, number, arguments):
        raise RuntimeError(f"unexpected system call {number}")
