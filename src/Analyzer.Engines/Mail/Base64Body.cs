using Analyzer.Engines.Contract;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Mail;

/// <summary>Base64; letters outside of its alphabet are skipped (RFC 2045, 6.8). The part gets many lines at once.</summary>
internal sealed class Base64Body : IBodyDecoder
{
    private const int Capacity = 4096;

    private byte[] _decoded = [];
    private int _length;
    private int _bits;
    private int _count;

    public void Decode(ReadOnlySpan<byte> line, IPart part)
    {
        _decoded = _decoded.Length > 0 ? _decoded : new byte[Capacity];
        while (!line.IsEmpty)
        {
            if (_length + 3 > Capacity)
            {
                Complete(part);
            }

            var (taken, written) = _count == 0 ? Base64Letters.Decode(line, _decoded.AsSpan(_length)) : default;
            _length += written;
            if (taken == 0)
            {
                Decode(line[0]);
                taken = 1;
            }

            line = line[taken..];
        }
    }

    public void Complete(IPart part)
    {
        if (_length > 0)
        {
            part.Write(_decoded.AsSpan(0, _length));
            _length = 0;
        }
    }

    public void Clear() => (_bits, _count, _length) = (0, 0, 0);

    private void Decode(byte letter)
    {
        var value = Base64Letters.ValueOf(letter);
        if (value < 0)
        {
            return;
        }

        _bits = ((_bits << 6) | (byte)value) & 0xFFFF;
        _count += 6;
        if (_count >= 8)
        {
            _count -= 8;
            _decoded[_length++] = (byte)(_bits >> _count);
        }
    }
}
