using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Cuts objects into tokens (ISO 32000-2, 7.2 and 7.3): knows strings, names and comments, wherever the bytes were cut.</summary>
internal sealed class ObjectLexer
{
    private readonly ObjectReader _reader;
    private readonly ObjectStart? _objectStart;
    private readonly LiteralStringLexer _literalString;
    private readonly HexStringLexer _hexString;
    private readonly WordLexer _words;
    private State _state;

    /// <param name="reader">Takes the tokens.</param>
    /// <param name="resumes">
    /// Whether <c>12 0 obj</c> inside a string or a comment begins an object: readers find objects by their offset, so a string that is
    /// never closed hides nothing from them.
    /// </param>
    public ObjectLexer(ObjectReader reader, bool resumes)
    {
        _reader = reader;
        _objectStart = resumes ? new() : null;
        _words = new(reader);
        _literalString = new(reader, _objectStart);
        _hexString = new(reader, _objectStart);
    }

    private enum State
    {
        Between,
        Word,
        LessThan,
        GreaterThan,
        HexString,
        LiteralString,
        Comment,
    }

    /// <summary>True when the last read ended because the tokens' taker wanted to stop.</summary>
    public bool HasStopped { get; private set; }

    /// <summary>Reads to the end of the bytes, or to the byte after a word at which the tokens' taker wants to stop.</summary>
    /// <param name="offset">The offset of the first byte.</param>
    /// <returns>The number of bytes read.</returns>
    public int Read(ReadOnlySpan<byte> bytes, long offset)
    {
        var at = 0;
        HasStopped = false;
        while (at < bytes.Length && !HasStopped)
        {
            switch (_state)
            {
                case State.Between:
                    HasStopped = ReadBetween(bytes, ref at, offset);
                    break;
                case State.Word:
                    HasStopped = _words.ReadOn(bytes, ref at);
                    _state = _words.IsOpen ? State.Word : State.Between;
                    break;
                case State.LessThan:
                    ReadLessThan(bytes, ref at, offset);
                    break;
                case State.GreaterThan:
                    ReadGreaterThan(bytes, ref at);
                    break;
                case State.HexString when _hexString.Read(bytes, ref at, offset):
                case State.LiteralString when _literalString.Read(bytes, ref at, offset):
                    _state = State.Between;
                    break;
                case State.Comment:
                    ReadComment(bytes, ref at, offset);
                    break;
            }
        }

        return at;
    }

    /// <summary>Whether a token is open that goes on with a byte, when that is the next one.</summary>
    public bool IsCutBefore(byte next) => _state switch
    {
        State.Between or State.Comment => false,
        State.Word => PdfCharacters.ClassOf(next) == CharacterClass.Regular,
        _ => true,
    };

    /// <summary>Ends what is open and forgets it, at the end of the bytes or where another object begins.</summary>
    public void Complete()
    {
        switch (_state)
        {
            case State.Word:
                _words.End();
                break;
            case State.HexString or State.LiteralString:
                _reader.EndString();
                break;
        }

        _state = State.Between;
    }

    /// <summary>Makes it ready for other bytes.</summary>
    public void Reset()
    {
        Complete();
        _objectStart?.Reset();
    }

    /// <returns>Whether the tokens' taker wants to stop; else the bytes have ended, or the state is another one.</returns>
    private bool ReadBetween(ReadOnlySpan<byte> bytes, ref int at, long offset)
    {
        while (at < bytes.Length)
        {
            switch (PdfCharacters.ClassOf(bytes[at]))
            {
                case CharacterClass.WhiteSpace:
                    at++;
                    break;
                case CharacterClass.Regular:
                    if (_words.Read(bytes, ref at, offset))
                    {
                        return true;
                    }

                    _state = _words.IsOpen ? State.Word : State.Between;
                    break;
                default:
                    ReadDelimiter(bytes, ref at, offset);
                    break;
            }

            if (_state != State.Between)
            {
                return false;
            }
        }

        return false;
    }

    private void ReadDelimiter(ReadOnlySpan<byte> bytes, ref int at, long offset)
    {
        switch (bytes[at++])
        {
            case (byte)'/':
                at--;
                _words.ReadName(bytes, ref at, offset);
                _state = _words.IsOpen ? State.Word : State.Between;
                break;
            case (byte)'[':
                _reader.BeginArray();
                break;
            case (byte)']':
                _reader.EndArray();
                break;
            case (byte)'(':
                _state = _literalString.Begin(bytes, ref at, offset) ? State.Between : State.LiteralString;
                break;
            case (byte)'<':
                _state = State.LessThan;
                ReadLessThan(bytes, ref at, offset);
                break;
            case (byte)'>':
                _state = State.GreaterThan;
                ReadGreaterThan(bytes, ref at);
                break;
            case (byte)'%' when !PassShortComment(bytes, ref at):
                _state = State.Comment;
                _objectStart?.Clear();
                ReadComment(bytes, ref at, offset);
                break;
        }
    }

    private void ReadLessThan(ReadOnlySpan<byte> bytes, ref int at, long offset)
    {
        if (at == bytes.Length)
        {
            return;
        }

        if (bytes[at] == '<')
        {
            at++;
            _state = State.Between;
            _reader.BeginDictionary();
        }
        else
        {
            _state = _hexString.Begin(bytes, ref at, offset) ? State.Between : State.HexString;
        }
    }

    private void ReadGreaterThan(ReadOnlySpan<byte> bytes, ref int at)
    {
        if (at == bytes.Length)
        {
            return;
        }

        _state = State.Between;
        if (bytes[at] == '>')
        {
            at++;
            _reader.EndDictionary();
        }
    }

    private void ReadComment(ReadOnlySpan<byte> bytes, ref int at, long offset)
    {
        while (at < bytes.Length)
        {
            // Beyond an object's beginning the end of the line means nothing, or a flood of both would cost the square of its length.
            var limit = bytes.Length - at <= ObjectStart.Shortest || _objectStart is null ? bytes.Length
                : Math.Min(bytes.Length, _objectStart.Next(bytes, at, offset) + 1);
            var length = bytes[at..limit].IndexOfAny((byte)'\r', (byte)'\n');
            var end = length < 0 ? limit : at + length;
            var start = _objectStart?.Find(bytes, at, Math.Min(end + 1, limit), offset) ?? -1;
            at = start < 0 ? end : start;
            if (start >= 0)
            {
                _state = State.Between;
                _reader.BeginObject(_objectStart!.Number, _objectStart.Offset);
                return;
            }

            if (end < limit)
            {
                _state = State.Between;
                return;
            }
        }
    }

    // Mostly a comment is longer; a flood of empty ones costs less to look at than to search.
    private static bool PassShortComment(ReadOnlySpan<byte> bytes, ref int at)
    {
        for (int end = at, near = Math.Min(bytes.Length, at + ObjectStart.Shortest - 1); end < near; end++)
        {
            if (bytes[end] is (byte)'\r' or (byte)'\n')
            {
                at = end;
                return true;
            }
        }

        return false;
    }
}
