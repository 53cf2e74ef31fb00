"""The messages of kinds.proto, health.proto and reflection.proto, packed by hand: no generated code, nothing shared with the C# side."""


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    """One field: an int as a varint, text or bytes with their length; nothing for the default value, as proto3 has it."""
    if not value:
        return b""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def note(text="", number=0, data=b""):
    return field(1, text) + field(2, number) + field(3, data)


def fields(message):
    """All fields as {number: [values]}."""
    found, at = {}, 0

    def read():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(message):
        key = read()
        if key & 7 == 0:
            value = read()
        else:
            assert key & 7 == 2, f"wire type {key & 7}"
            length = read()
            value, at = message[at : at + length], at + length
        found.setdefault(key >> 3, []).append(value)
    return found


def read_note(message):
    found = fields(message)
    return (
        found.get(1, [b""])[-1].decode(),
        found.get(2, [0])[-1],
        found.get(3, [b""])[-1],
    )
