using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Mail;

/// <summary>Decodes the lines of a body.</summary>
internal interface IBodyDecoder
{
    /// <param name="line">The next bytes of the body; lines have their ends.</param>
    /// <param name="part">Takes the decoded bytes.</param>
    void Decode(ReadOnlySpan<byte> line, IPart part);

    /// <summary>Ends the body: the part gets what it has not got yet.</summary>
    void Complete(IPart part)
    {
    }

    void Clear();
}

/// <summary>7bit, 8bit and binary: bytes as they are.</summary>
internal sealed class PlainBody : IBodyDecoder
{
    public void Decode(ReadOnlySpan<byte> line, IPart part) => part.Write(line);

    public void Clear()
    {
    }
}

/// <summary>Quoted-printable (RFC 2045, 6.7).</summary>
internal sealed class QuotedBody : IBodyDecoder
{
    private byte[] _decoded = [];

    public void Decode(ReadOnlySpan<byte> line, IPart part)
    {
        _decoded = _decoded.Length >= line.Length ? _decoded : new byte[line.Length];
        var length = 0;
        for (var at = 0; at < line.Length; at++)
        {
            if (line[at] != '=')
            {
                _decoded[length++] = line[at];
                continue;
            }

            if (line[(at + 1)..].IndexOfAnyExcept(" \t\r\n"u8) < 0)
            {
                break; // the line goes on in the next one
            }

            if (at + 2 < line.Length && char.IsAsciiHexDigit((char)line[at + 1]) && char.IsAsciiHexDigit((char)line[at + 2]))
            {
                _decoded[length++] = Convert.FromHexString([(char)line[at + 1], (char)line[at + 2]])[0];
                at += 2;
            }
            else
            {
                _decoded[length++] = line[at];
            }
        }

        part.Write(_decoded.AsSpan(0, length));
    }

    public void Clear()
    {
    }
}

/// <summary>The lines between <c>begin</c> and <c>end</c> (POSIX, uuencode).</summary>
internal sealed class UuBody : IBodyDecoder
{
    private readonly byte[] _decoded = new byte[64];

    /// <returns>The name of the file that the lines behind this one encode; null when it begins none.</returns>
    public static string? NameIn(ReadOnlySpan<byte> line)
    {
        if (!line.StartsWith("begin "u8))
        {
            return null;
        }

        var rest = line[6..].TrimEnd("\r\n "u8);
        var space = rest.IndexOf((byte)' ');
        return space is 3 or 4 && rest[..space].IndexOfAnyExceptInRange((byte)'0', (byte)'7') < 0 ? PlainText.Decode(rest[(space + 1)..])
            : null;
    }

    /// <summary>Whether a line has as many letters as its first one says, or somewhat more.</summary>
    public static bool IsLine(ReadOnlySpan<byte> line)
    {
        line = line.TrimEnd("\r\n"u8);
        var letters = line.IsEmpty ? 0 : ((((line[0] - ' ') & 0x3F) + 2) / 3 * 4) + 1;
        return letters > 0 && line.Length >= letters - 3 && line.Length <= letters + 2
            && line.IndexOfAnyExceptInRange((byte)' ', (byte)'`') < 0;
    }

    public void Decode(ReadOnlySpan<byte> line, IPart part)
    {
        line = line.TrimEnd("\r\n"u8);
        if (line.IsEmpty)
        {
            return;
        }

        var length = (line[0] - ' ') & 0x3F;
        var (done, at) = (0, 1);
        for (; done < length && at + 3 < line.Length + 3; at += 4)
        {
            var bits = (Value(line, at) << 18) | (Value(line, at + 1) << 12) | (Value(line, at + 2) << 6) | Value(line, at + 3);
            for (var shift = 16; shift >= 0 && done < length; shift -= 8)
            {
                _decoded[done++] = (byte)(bits >> shift);
            }
        }

        part.Write(_decoded.AsSpan(0, done));
    }

    public void Clear()
    {
    }

    private static int Value(ReadOnlySpan<byte> line, int at) => at < line.Length ? (line[at] - ' ') & 0x3F : 0;
}
