using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Reads the objects that lie open in a file as its bytes arrive, and hands the data of streams on.</summary>
/// <remarks>
/// Between objects nothing is read but the beginning of the next one: cross-reference tables and trailers hold nothing that acts.
/// The <see cref="ObjectSkimmer"/> skips objects without consequences; the scanner cuts the others into tokens. Both find their way with
/// the anchors that PDFiD's keywords are found by: every word that begins or ends an object or a stream has one.
/// </remarks>
internal sealed class ObjectScanner
{
    private readonly ObjectReader _reader;
    private readonly ObjectLexer _lexer;
    private readonly IStreams _streams;
    private readonly StreamData _data;
    private readonly ObjectSearch _search = new();
    private readonly byte[] _dictionary = new byte[ObjectSkimmer.MaxLength];
    private readonly StreamDictionary _skimmed = new();
    private int _dictionaryLength;
    private long _offset;
    private long _skimFrom;
    private State _state;

    public ObjectScanner(IDocumentParts parts, IStreams streams, ActionGraph actions)
    {
        _reader = new(parts, actions);
        _lexer = new(_reader, resumes: true);
        _streams = streams;
        _data = new(streams);
    }

    private enum State
    {
        Between,
        Objects,
        StreamKeyword,
        CarriageReturn,
        Data,
    }

    /// <summary>Objects that may be there for a reader who goes by their offset, and were not read.</summary>
    public long HiddenObjects => _search.Doubtful + _reader.Doubtful + _data.Objects;

    /// <param name="anchors">The masks that <see cref="PdfAnchors.Find"/> gives for these bytes.</param>
    public void Append(ReadOnlySpan<byte> bytes, ReadOnlySpan<ulong> anchors)
    {
        for (var at = 0; at < bytes.Length;)
        {
            var read = _state switch
            {
                State.Between => ReadBetween(bytes, at, anchors),
                State.Objects => ReadObjects(bytes[at..]),
                State.Data => ReadData(bytes, at, anchors),
                _ => ReadLineEnd(bytes[at]),
            };
            _offset += read;
            at += read;
        }
    }

    /// <summary>Ends the file.</summary>
    public void Complete()
    {
        _lexer.Complete();
        _reader.EndObject();
        if (_state == State.Data)
        {
            _data.Complete();
        }

        _state = State.Between;
    }

    /// <param name="offset">The offset of the next byte.</param>
    public void Reset(long offset)
    {
        _lexer.Reset();
        _reader.Reset(default);
        _search.Reset();
        _data.Reset();
        (_state, _dictionaryLength, _offset, _skimFrom) = (State.Between, 0, offset, 0);
    }

    private int ReadObjects(ReadOnlySpan<byte> bytes)
    {
        var read = _lexer.Read(bytes, _offset);
        if (_lexer.HasStopped)
        {
            _state = _reader.BeginsStream ? State.StreamKeyword : State.Between;
            _search.Clear();
        }

        return read;
    }

    private int ReadBetween(ReadOnlySpan<byte> bytes, int from, ReadOnlySpan<ulong> anchors)
    {
        var end = _search.Find(bytes, from, bytes.Length, anchors, _offset);
        return end < 0 ? bytes.Length - from : BeginObject(bytes[end..], end - from, _search.Number, _search.Offset);
    }

    /// <summary>Begins an object, and passes over it when it is plain and whole.</summary>
    /// <param name="bytes">They begin behind the word obj.</param>
    /// <param name="read">The number of bytes before them that are still to be counted as read.</param>
    /// <returns>The number of bytes read.</returns>
    private int BeginObject(ReadOnlySpan<byte> bytes, int read, int number, long offset)
    {
        _search.Clear();
        var skimmed = number > 0 && _offset + read >= _skimFrom ? ObjectSkimmer.Skim(bytes) : default;
        switch (skimmed.Kind)
        {
            case SkimmedKind.Object:
                _reader.PassObject(new ObjectPlace(offset, number, 0), skimmed);
                return read + skimmed.Length;
            case SkimmedKind.Stream when !_streams.NeedsDictionary(number) && TryReadDictionary(bytes, skimmed.Dictionary):
                _reader.BeginStreamObject(number, offset);
                var dictionary = bytes[skimmed.Dictionary];
                dictionary.CopyTo(_dictionary);
                (_dictionaryLength, _state) = (dictionary.Length, State.StreamKeyword);
                return read + skimmed.Length;
            default:
                // No byte is looked at in vain twice, or many objects that do not end would cost the square of their number.
                _skimFrom = Math.Max(_skimFrom, _offset + read + skimmed.Length);
                _state = State.Objects;
                _reader.BeginObject(number, offset);
                return read;
        }
    }

    private bool TryReadDictionary(ReadOnlySpan<byte> bytes, Range dictionary)
    {
        var (start, length) = dictionary.GetOffsetAndLength(bytes.Length);
        return SkimmedDictionary.TryRead(bytes[start..], length, _skimmed);
    }

    // ISO 32000-2, 7.3.8.1: a line feed, or a carriage return and a line feed, follow; some writers put one or spaces there.
    private int ReadLineEnd(byte value)
    {
        switch (value)
        {
            case (byte)' ' when _state == State.StreamKeyword:
                return 1;
            case (byte)'\r' when _state == State.StreamKeyword:
                _state = State.CarriageReturn;
                return 1;
            default:
                var read = value == '\n' ? 1 : 0;
                _state = State.Data;
                _data.Begin(_dictionaryLength > 0 ? _skimmed.Length : _reader.Stream.Length);
                if (_dictionaryLength > 0)
                {
                    _streams.BeginStream(_skimmed.Kind, _dictionary.AsSpan(0, _dictionaryLength), _reader.Place);
                    _dictionaryLength = 0;
                }
                else
                {
                    _streams.BeginStream(_reader.Stream, _reader.Place, _offset + read);
                }

                return read;
        }
    }

    private int ReadData(ReadOnlySpan<byte> bytes, int from, ReadOnlySpan<ulong> anchors)
    {
        if (!_data.Read(bytes, from, anchors, out var read))
        {
            return read;
        }

        _state = State.Objects;
        if (read >= 0)
        {
            return read + PassEndOfObject(bytes[(from + read)..]);
        }

        _lexer.Read(_data.Unread(-read), _offset + read);
        return 0;
    }

    // Mostly the object ends with its stream.
    private int PassEndOfObject(ReadOnlySpan<byte> bytes)
    {
        var at = PdfCharacters.SkipWhiteSpace(bytes, 0);
        if (!PdfCharacters.IsWordAt(bytes, at, "endobj"u8))
        {
            return 0;
        }

        _reader.EndObject();
        _state = State.Between;
        _search.Clear();
        return at + "endobj".Length;
    }
}
