"""Entitlements in DER, as signatures carry them since iOS 15: [APPLICATION 16] { INTEGER 1, [16] { SEQUENCE { UTF8String key, value } … } }."""


def encode(entitlements):
    """The DER form of a dictionary of Booleans, integers, strings, arrays and dictionaries. Keys are sorted, as Apple's are."""
    return _tagged(0x70, _tagged(0x02, b"\x01") + _value(entitlements))


def _value(value):
    if isinstance(value, bool):
        return _tagged(0x01, b"\xff" if value else b"\x00")
    if isinstance(value, int):
        return _tagged(0x02, value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True))
    if isinstance(value, str):
        return _tagged(0x0C, value.encode())
    if isinstance(value, list):
        return _tagged(0x30, b"".join(map(_value, value)))
    if isinstance(value, dict):
        return _tagged(0xB0, b"".join(_tagged(0x30, _value(key) + _value(value[key])) for key in sorted(value)))
    raise TypeError(f"no DER form for {type(value).__name__}")


def _tagged(tag, content):
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content
