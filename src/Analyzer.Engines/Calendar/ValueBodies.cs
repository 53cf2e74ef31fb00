using Analyzer.Engines.Contract;
using Analyzer.Engines.Mail;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Calendar;

/// <summary>Undoes the escapes of text in calendars: <c>\n</c>, <c>\,</c>, <c>\;</c>, <c>\\</c> (RFC 5545, 3.3.11).</summary>
internal sealed class EscapedBody : IBodyDecoder
{
    private bool _isEscaped;

    public void Decode(ReadOnlySpan<byte> line, IPart part)
    {
        while (!line.IsEmpty)
        {
            if (_isEscaped)
            {
                part.Write(line[0] is (byte)'n' or (byte)'N' ? "\n"u8 : line[..1]);
                line = line[1..];
            }

            var end = line.IndexOf((byte)'\\');
            part.Write(end < 0 ? line : line[..end]);
            _isEscaped = end >= 0;
            line = end < 0 ? [] : line[(end + 1)..];
        }
    }

    public void Clear() => _isEscaped = false;
}

/// <summary>Undoes the escapes of addresses: <c>%3C</c> (RFC 3986, 2.1).</summary>
internal sealed class PercentBody : IBodyDecoder
{
    private int _digits;
    private int _code;

    public void Decode(ReadOnlySpan<byte> line, IPart part)
    {
        var decoded = new byte[line.Length];
        var length = 0;
        foreach (var letter in line)
        {
            if (_digits == 0 && letter != '%')
            {
                decoded[length++] = letter;
            }
            else if (_digits == 0)
            {
                (_digits, _code) = (2, 0);
            }
            else
            {
                _code = (_code << 4) | HexDecoder.ValueOf(letter);
                if (--_digits == 0)
                {
                    decoded[length++] = (byte)_code;
                }
            }
        }

        part.Write(decoded.AsSpan(0, length));
    }

    public void Clear() => _digits = 0;
}
