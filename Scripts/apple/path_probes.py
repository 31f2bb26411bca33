"""Cases of Scripts/apple-emulate: whether there is something at a path, asked in several ways."""
import struct

EPERM, ENOENT, EINVAL = 1, 2, 22


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


CASES = [
    path_that_is_nowhere,
    path_that_is_a_link,
    path_that_is_a_file,
    path_that_libc_hides,
    path_that_is_denied,
]
