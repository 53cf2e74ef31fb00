using System.Buffers;
using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Sigma.Engine.Matching.Values;

/// <summary>A network as two integers. An IPv4 address in IPv6 form belongs to networks of both.</summary>
internal sealed class NetworkRange
{
    private static readonly SearchValues<byte> OfVersion6 = SearchValues.Create("0123456789abcdefABCDEF:."u8);

    private readonly bool _isVersion4;
    private readonly UInt128 _base;
    private readonly UInt128 _mask;

    public NetworkRange(IPNetwork network)
    {
        _isVersion4 = network.BaseAddress.AddressFamily == AddressFamily.InterNetwork;
        var bits = _isVersion4 ? 32 : 128;
        _base = Number(network.BaseAddress);
        _mask = network.PrefixLength == 0 ? 0 : UInt128.MaxValue << (bits - network.PrefixLength);
    }

    public bool Contains(ReadOnlySpan<byte> text)
    {
        if (TryVersion4(text, out var address))
        {
            return _isVersion4 && (address & _mask) == _base;
        }

        if (!TryVersion6(text, out var wide))
        {
            return false;
        }

        return _isVersion4 ? wide >> 32 == 0xFFFF && ((wide & uint.MaxValue) & _mask) == _base : (wide & _mask) == _base;
    }

    private static bool TryVersion4(ReadOnlySpan<byte> text, out UInt128 address)
    {
        address = 0;
        var number = 0u;
        var (digits, part, parts) = (0, 0u, 1);
        foreach (var character in text)
        {
            if (character == '.')
            {
                if (digits == 0 || parts == 4)
                {
                    return false;
                }

                number = (number << 8) | part;
                (digits, part) = (0, 0);
                parts++;
                continue;
            }

            // Some programs read leading zeros as octal, others as decimal, so such a text is not an address.
            if ((uint)(character - '0') > 9 || digits == 3 || (digits > 0 && part == 0))
            {
                return false;
            }

            part = (part * 10) + (uint)(character - '0');
            digits++;
            if (part > 255)
            {
                return false;
            }
        }

        address = (number << 8) | part;
        return digits > 0 && parts == 4;
    }

    private static bool TryVersion6(ReadOnlySpan<byte> text, out UInt128 address)
    {
        const int MaxLength = 45;
        address = 0;
        var scope = text.IndexOf((byte)'%');
        text = scope > 0 ? text[..scope] : text;
        if (text.Length is 0 or > MaxLength || !text.Contains((byte)':') || text.ContainsAnyExcept(OfVersion6))
        {
            return false;
        }

        Span<char> characters = stackalloc char[MaxLength];
        for (var i = 0; i < text.Length; i++)
        {
            characters[i] = (char)text[i];
        }

        if (!IPAddress.TryParse(characters[..text.Length], out var parsed))
        {
            return false;
        }

        address = Number(parsed);
        return true;
    }

    private static UInt128 Number(IPAddress address)
    {
        Span<byte> bytes = stackalloc byte[16];
        address.TryWriteBytes(bytes, out var written);
        return written == 4 ? BinaryPrimitives.ReadUInt32BigEndian(bytes) : BinaryPrimitives.ReadUInt128BigEndian(bytes);
    }
}
