using Analyzer.Engines.Contract;
using Analyzer.Engines.Memory;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Scripts;
using Analyzer.Engines.Xfa;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>
/// Reads the beginning of XMP metadata. It is XML, and what stands before its first element can name entities and a definition on the
/// network or on the disk, which a careless reader fetches by itself (CWE-611). The properties behind it do nothing.
/// </summary>
internal sealed class MetadataReader(XfaReader form, FormParts parts) : IByteSink
{
    /// <summary>A longer prolog is cut to this length, and its beginning is read.</summary>
    private const int MaxProlog = 64 * 1024;

    private readonly PooledList<byte> _prolog = new();
    private bool _isWide;
    private bool _hasEnded;

    /// <summary>Metadata follow.</summary>
    public void Begin()
    {
        _prolog.Empty();
        (_isWide, _hasEnded) = (false, false);
    }

    /// <returns>False when the first element has begun.</returns>
    public bool Write(ReadOnlySpan<byte> bytes)
    {
        bytes = _hasEnded ? [] : bytes[..Math.Min(bytes.Length, MaxProlog - _prolog.Count)];
        if (_prolog.Count == 0)
        {
            _isWide = bytes is [0xFE, 0xFF, ..] or [0xFF, 0xFE, ..] or [0, (byte)'<', ..] or [(byte)'<', 0, ..];
        }

        if (!_isWide)
        {
            _prolog.Append(bytes);
        }

        // In text of two bytes each what matters here has a zero in each.
        for (var at = 0; _isWide && at < bytes.Length; at++)
        {
            if (bytes[at] != 0)
            {
                _prolog.Append(bytes.Slice(at, 1));
            }
        }

        if (FirstElement(_prolog.Span) is >= 0 and var end)
        {
            _prolog.Shorten(end);
            _hasEnded = true;
        }

        return !bytes.IsEmpty && !_hasEnded;
    }

    /// <summary>The metadata have ended, or enough of them was read.</summary>
    public void Complete(in ObjectPlace place)
    {
        if (_prolog.Span.IndexOf("<!DOCTYPE"u8) >= 0)
        {
            parts.Begin(place);
            form.Begin();
            form.Write(_prolog.Span[_prolog.Span.IndexOf((byte)'<')..]); // without the mark of a byte order that is gone
            form.Complete();
        }
    }

    /// <summary>Gives back what it has rented.</summary>
    public void Clear() => _prolog.Clear();

    // Skips instructions, comments and declarations. Negative when no element has begun yet.
    private static int FirstElement(ReadOnlySpan<byte> text)
    {
        var at = 0;
        while (text[at..].IndexOf((byte)'<') is >= 0 and var next)
        {
            at += next;
            var rest = text[at..];
            if (rest.Length > 1 && rest[1] is not ((byte)'!' or (byte)'?'))
            {
                return at;
            }

            var length = rest.StartsWith("<?"u8) ? EndOf(rest, "?>"u8)
                : rest.StartsWith("<!--"u8) ? EndOf(rest, "-->"u8)
                : rest.StartsWith("<!DOCTYPE"u8) ? EndOfDeclaration(rest)
                : -1;
            if (length <= 0)
            {
                return -1;
            }

            at += length;
        }

        return -1;
    }

    private static int EndOf(ReadOnlySpan<byte> text, ReadOnlySpan<byte> mark) =>
        text[2..].IndexOf(mark) is >= 0 and var at ? at + 2 + mark.Length : -1;

    // <!DOCTYPE name [ ... ]>
    private static int EndOfDeclaration(ReadOnlySpan<byte> text)
    {
        var open = text.IndexOf((byte)'[');
        var close = text.IndexOf((byte)'>');
        return open < 0 || (close >= 0 && close < open) ? close + 1 : EndOf(text, "]>"u8);
    }
}
