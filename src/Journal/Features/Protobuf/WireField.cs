using System.Buffers.Binary;

namespace Journal.Features.Protobuf;

/// <summary>A field of a protobuf message, as its wire format has it.</summary>
/// <param name="Number">The field's number.</param>
/// <param name="Form">How its value is written.</param>
/// <param name="Value">Of a number; 0 otherwise.</param>
/// <param name="Bytes">Of a text, bytes or a message; empty otherwise.</param>
/// <param name="Raw">All of it, tag included.</param>
internal readonly record struct WireField(int Number, WireForm Form, ulong Value, ReadOnlyMemory<byte> Bytes, ReadOnlyMemory<byte> Raw)
{
    /// <summary>The fields of a message, in the order in which they came.</summary>
    /// <exception cref="InvalidDataException">This is no message.</exception>
    public static IEnumerable<WireField> Of(ReadOnlyMemory<byte> message)
    {
        while (!message.IsEmpty)
        {
            var field = Take(message);
            yield return field;
            message = message[field.Raw.Length..];
        }
    }

    private static WireField Take(ReadOnlyMemory<byte> message)
    {
        var span = message.Span;
        var at = 0;
        var tag = Varint(span, ref at);
        var (number, form) = ((int)(tag >> 3), (WireForm)(tag & 7));
        var (value, bytes) = (0UL, default(ReadOnlyMemory<byte>));
        switch (form)
        {
            case WireForm.Varint:
                value = Varint(span, ref at);
                break;
            case WireForm.Fixed64:
                value = BinaryPrimitives.ReadUInt64LittleEndian(Next(span, ref at, 8));
                break;
            case WireForm.Fixed32:
                value = BinaryPrimitives.ReadUInt32LittleEndian(Next(span, ref at, 4));
                break;
            case WireForm.Bytes:
                var length = Varint(span, ref at);
                var start = at;
                Next(span, ref at, length);
                bytes = message[start..at];
                break;
            default:
                throw Malformed();
        }

        return number > 0 && tag <= uint.MaxValue ? new(number, form, value, bytes, message[..at]) : throw Malformed();
    }

    private static ulong Varint(ReadOnlySpan<byte> span, ref int at)
    {
        var value = 0UL;
        for (var shift = 0; shift < 64; shift += 7)
        {
            var next = Next(span, ref at, 1)[0];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
            {
                return value;
            }
        }

        throw Malformed();
    }

    private static ReadOnlySpan<byte> Next(ReadOnlySpan<byte> span, ref int at, ulong length)
    {
        if (length > (ulong)(span.Length - at))
        {
            throw Malformed();
        }

        var next = span.Slice(at, (int)length);
        at += (int)length;
        return next;
    }

    private static InvalidDataException Malformed() => new("The body is not the protobuf message that this path takes.");
}

/// <summary>The wire types of protobuf; groups, which are no longer used, are not read.</summary>
internal enum WireForm
{
    Varint = 0,
    Fixed64 = 1,
    Bytes = 2,
    Fixed32 = 5,
}
