using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Finds trailers between objects, wherever the bytes were cut.</summary>
internal sealed class TrailerSearch(Action<ReadOnlySpan<byte>> take)
{
    // The text of a trailer from its word on; before one is found, what may be the beginning of the word.
    private readonly PooledList<byte> _text = new();
    private bool _isFound;

    private static ReadOnlySpan<byte> Word => "trailer"u8;

    /// <param name="isFollowed">Whether an object begins behind the bytes; else they may go on.</param>
    public void Read(ReadOnlySpan<byte> bytes, bool isFollowed)
    {
        if (!_isFound && _text.Count == 0 && isFollowed && bytes.Length < 2 * Word.Length)
        {
            return;
        }

        while (!bytes.IsEmpty)
        {
            var taken = Math.Min(bytes.Length, RawDictionary.MaxLength - _text.Count);
            _text.Append(bytes[..taken]);
            bytes = bytes[taken..];
            var start = _isFound ? 0 : _text.Span.IndexOf(Word);
            if (start < 0)
            {
                Keep(Word.Length - 1);
                continue;
            }

            Keep(_text.Count - start);
            _isFound = true;
            if (_text.Count == RawDictionary.MaxLength)
            {
                Complete();
            }
        }

        if (isFollowed)
        {
            Complete();
        }
    }

    /// <summary>Ends what was found: an object begins, or the file ends.</summary>
    public void Complete()
    {
        var text = _isFound ? _text.Span : default;
        for (int at; (at = text.IndexOf(Word)) >= 0;)
        {
            text = text[(at + Word.Length)..];
            take(text);
        }

        _text.Empty();
        _isFound = false;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _text.Clear();
        _isFound = false;
    }

    // The last bytes.
    private void Keep(int count)
    {
        if (count < _text.Count)
        {
            _text.Span[^count..].CopyTo(_text.Span);
            _text.Shorten(count);
        }
    }
}
