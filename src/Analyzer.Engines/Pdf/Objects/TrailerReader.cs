using Analyzer.Engines.Memory;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>
/// Reads trailers as objects, wherever the bytes were cut: readers take a catalog that lies in one, with its form and its actions, even
/// where the trailer's own brackets are missing. No program writes that, and those who attack readers do.
/// </summary>
internal sealed class TrailerReader(ObjectReader reader, ObjectLexer lexer)
{
    /// <summary>The most bytes of a trailer and of all that follows it up to the next object.</summary>
    public const int MaxLength = 64 * 1024;

    private readonly PooledList<byte> _bytes = new();
    private bool _isFound;
    private bool _isCut;

    /// <summary>Where the bytes begin in the file.</summary>
    public long Offset { get; private set; }

    /// <summary>Whether they are being read.</summary>
    public bool IsReading { get; private set; }

    /// <summary>From the word on; before one is found, what may be the beginning of it.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.Span;

    private static ReadOnlySpan<byte> Word => "trailer"u8;

    /// <summary>Takes bytes between objects.</summary>
    /// <param name="offset">That of the first byte.</param>
    /// <param name="isFollowed">Whether an object begins behind them; else they may go on.</param>
    public void Take(ReadOnlySpan<byte> bytes, long offset, bool isFollowed)
    {
        if (!_isFound && _bytes.Count == 0 && isFollowed && bytes.Length < 2 * Word.Length)
        {
            return;
        }

        while (!bytes.IsEmpty && _bytes.Count < MaxLength)
        {
            var taken = Math.Min(bytes.Length, MaxLength - _bytes.Count);
            Offset = _bytes.Count == 0 ? offset : Offset;
            _bytes.Append(bytes[..taken]);
            bytes = bytes[taken..];
            offset += taken;
            if (!_isFound)
            {
                var start = _bytes.Span.IndexOf(Word);
                _isFound = start >= 0;
                Keep(_isFound ? _bytes.Count - start : Math.Min(_bytes.Count, Word.Length - 1));
            }
        }

        _isCut |= !bytes.IsEmpty;
        if (isFollowed)
        {
            // The word that begins the object belongs to that.
            _bytes.Shorten(_bytes.Count - (_isCut || !_bytes.Span.EndsWith("obj"u8) ? 0 : "obj".Length));
            Complete();
        }
    }

    /// <summary>Reads what was found: an object begins, or the file ends.</summary>
    public void Complete()
    {
        IsReading = true;
        for (int at = 0, word; _isFound && (word = _bytes.Span[at..].IndexOf(Word)) >= 0;)
        {
            at += word + Word.Length;
            at += Read(_bytes.Span[at..], Offset + at);
        }

        _bytes.Empty();
        (_isFound, _isCut, IsReading) = (false, false, false);
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _bytes.Clear();
        (_isFound, _isCut) = (false, false);
    }

    private int Read(ReadOnlySpan<byte> text, long offset)
    {
        var first = text[PdfCharacters.SkipWhiteSpace(text, 0)..];
        var isBare = first is [(byte)'/', ..];
        if (!isBare && !first.StartsWith("<<"u8))
        {
            return 0;
        }

        reader.BeginObject(new ObjectPlace(offset, ObjectPlace.Trailer, 0));
        if (isBare)
        {
            reader.BeginDictionary();
        }

        // These bytes have passed before: what was found in those behind them does not count here.
        lexer.Reset();
        var read = lexer.Read(text, offset);
        lexer.Reset();
        if (isBare)
        {
            reader.EndDictionary();
        }

        if (_isCut && read == text.Length)
        {
            reader.LeaveObject();
        }
        else
        {
            reader.EndObject();
        }

        return read;
    }

    // The last bytes.
    private void Keep(int count)
    {
        if (count < _bytes.Count)
        {
            Offset += _bytes.Count - count;
            _bytes.Span[^count..].CopyTo(_bytes.Span);
            _bytes.Shorten(count);
        }
    }
}
