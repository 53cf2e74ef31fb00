using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Reads the objects that lie open in a file as its bytes arrive, and hands the data of streams on.</summary>
/// <remarks>
/// Between objects nothing is read but trailers and the beginning of the next object.
/// The <see cref="ObjectSkimmer"/> skips objects without consequences; the scanner cuts the others into tokens. Both find their way with
/// the anchors that PDFiD's keywords are found by: every word that begins or ends an object or a stream has one.
/// </remarks>
internal sealed class ObjectScanner
{
    private readonly ObjectReader _reader;
    private readonly ObjectLexer _lexer;
    private readonly IDocumentParts _parts;
    private readonly IStreams _streams;
    private readonly IScanWatch? _watch;
    private readonly StreamData _data;
    private readonly ObjectSearch _search;
    private readonly TrailerReader _trailers;
    private readonly byte[] _dictionary = new byte[ObjectSkimmer.MaxLength];
    private readonly StreamDictionary _skimmed = new();
    private int _dictionaryLength;
    private long _offset;
    private long _skimFrom;
    private int _dataRead;
    private State _state;
    private HiddenObject? _hidden;

    /// <param name="cipher">Decrypts strings; null when they are not encrypted.</param>
    /// <param name="watch">Sees the bytes as well; may be null.</param>
    public ObjectScanner(
        IDocumentParts parts, IStreams streams, ActionGraph actions, IObjectCipher? cipher = null, IScanWatch? watch = null)
    {
        _reader = new(parts, actions, Doubtful, cipher);
        _search = new(Doubtful);
        _lexer = new(_reader, resumes: true);
        _trailers = new(_reader, _lexer);
        (_parts, _streams, _watch) = (parts, streams, watch);
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

    /// <summary>Objects that are cut, or begin strangely: a reader who goes by offsets may find others there.</summary>
    public PlaceList Doubtful { get; } = new();

    /// <summary>Bytes that are being read, and have passed before; else none.</summary>
    public ReadOnlySpan<byte> Earlier => _trailers.IsReading ? _trailers.Bytes : _hidden is null ? default : _hidden.Bytes;

    /// <summary>Where those bytes begin in the file.</summary>
    public long EarlierOffset => _trailers.IsReading ? _trailers.Offset : _hidden?.BytesOffset ?? 0;

    /// <summary>Objects in the data of streams that were not read to their end.</summary>
    public PlaceList Hidden { get; } = new();

    /// <param name="anchors">The masks that <see cref="PdfAnchors.Find"/> gives for these bytes.</param>
    public void Append(ReadOnlySpan<byte> bytes, ReadOnlySpan<ulong> anchors)
    {
        for (var at = 0; at < bytes.Length;)
        {
            _dataRead = 0;
            var read = _state switch
            {
                State.Between => ReadBetween(bytes, at, anchors),
                State.Objects => ReadObjects(bytes[at..]),
                State.Data => ReadData(bytes, at, anchors),
                _ => ReadLineEnd(bytes[at]),
            };
            if (_watch is not null)
            {
                _watch.Take(bytes.Slice(at, _dataRead), _offset, isData: true);
                _watch.Take(bytes[(at + _dataRead)..(at + read)], _offset + _dataRead, isData: false);
            }

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

        _trailers.Complete();
        _state = State.Between;
    }

    /// <summary>Goes on behind bytes that are not known any more: data of the stream that is being read.</summary>
    public void Skip(long count)
    {
        _data.Lose();
        _offset += count;
    }

    /// <param name="offset">The offset of the next byte.</param>
    public void Reset(long offset)
    {
        _lexer.Reset();
        _reader.Reset(default);
        _search.Clear();
        _trailers.Clear();
        _data.Clear();
        Doubtful.Clear();
        Hidden.Clear();
        (_state, _dictionaryLength, _offset, _skimFrom) = (State.Between, 0, offset, 0);
    }

    private int ReadObjects(ReadOnlySpan<byte> bytes)
    {
        var read = _lexer.Read(bytes, _offset);
        _watch?.Object(bytes[..read]);
        if (_lexer.HasStopped)
        {
            _watch?.EndObject();
            _state = _reader.BeginsStream ? State.StreamKeyword : State.Between;
            _search.Clear();
        }

        return read;
    }

    private int ReadBetween(ReadOnlySpan<byte> bytes, int from, ReadOnlySpan<ulong> anchors)
    {
        var end = _search.Find(bytes, from, bytes.Length, anchors, _offset);
        var between = bytes[from..(end < 0 ? bytes.Length : end)];
        _watch?.Between(between, isFollowed: end >= 0);
        _trailers.Take(between, _offset, isFollowed: end >= 0);
        _parts.Between(between, _offset, isFollowed: end >= 0);
        return end < 0 ? bytes.Length - from : BeginObject(bytes[end..], end - from, _search.Offset);
    }

    /// <summary>Begins an object, and passes over it when it is plain and whole.</summary>
    /// <param name="bytes">They begin behind the word obj.</param>
    /// <param name="read">The number of bytes before them that are still to be counted as read.</param>
    /// <returns>The number of bytes read.</returns>
    private int BeginObject(ReadOnlySpan<byte> bytes, int read, long offset)
    {
        var (number, generation) = (_search.Number, _search.Generation);
        _search.Clear();
        var skimmed = number > 0 && _offset + read >= _skimFrom && !_parts.IsScriptTree(number) ? ObjectSkimmer.Skim(bytes) : default;
        switch (skimmed.Kind)
        {
            case SkimmedKind.Object:
                _reader.PassObject(new ObjectPlace(offset, number, 0), skimmed);
                return read + skimmed.Length;
            case SkimmedKind.Stream when !_streams.NeedsDictionary(number) && TryReadDictionary(bytes, skimmed.Dictionary):
                _reader.BeginStreamObject(number, offset);
                var dictionary = bytes[skimmed.Dictionary];
                dictionary.CopyTo(_dictionary);
                Watch(number, dictionary);
                (_dictionaryLength, _state) = (dictionary.Length, State.StreamKeyword);
                return read + skimmed.Length;
            default:
                // No byte is looked at in vain twice, or many objects that do not end would cost the square of their number.
                _skimFrom = Math.Max(_skimFrom, _offset + read + skimmed.Length);
                _state = State.Objects;
                _reader.BeginObject(number, offset, generation);
                _watch?.BeginObject(number);
                return read;
        }
    }

    // The dictionary of a stream of cross-references is a trailer as well.
    private void Watch(int number, ReadOnlySpan<byte> dictionary)
    {
        if (_watch is not null && _skimmed.Kind == StreamKind.CrossReferences)
        {
            _watch.BeginObject(number);
            _watch.Object(dictionary);
            _watch.EndObject();
        }
    }

    private bool TryReadDictionary(ReadOnlySpan<byte> bytes, Range dictionary)
    {
        var (start, length) = dictionary.GetOffsetAndLength(bytes.Length);
        return SkimmedDictionary.TryRead(bytes[start..], length, _skimmed)
            && _skimmed.Kind is not (StreamKind.TableFont or StreamKind.Metadata);
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
        if (!_data.Read(bytes, from, anchors, _offset, out var read))
        {
            return _dataRead = read;
        }

        if (_data.Hidden.IsThere)
        {
            ReadHidden(_data.Hidden);
        }

        _state = State.Objects;
        if (read >= 0)
        {
            _dataRead = Math.Max(0, read - "endstream".Length);
            return read + PassEndOfObject(bytes[(from + read)..]);
        }

        _lexer.Read(_data.Unread(-read), _offset + read);
        return 0;
    }

    // It is read as any object is. What follows the stream belongs to none of both.
    private void ReadHidden(HiddenObject hidden)
    {
        var place = new ObjectPlace(hidden.Offset, hidden.Number, 0);
        _hidden = hidden;
        _reader.EndObject();
        _reader.BeginObject(place);
        _lexer.Reset();
        var (read, hasStream) = (0, false);
        while (read < hidden.Bytes.Length && !hasStream)
        {
            read += _lexer.Read(hidden.Bytes[read..], hidden.BytesOffset + read);
            hasStream = _lexer.HasStopped && _reader.BeginsStream;
        }

        _lexer.Reset();
        _reader.LeaveObject();
        _hidden = null;
        if ((hasStream || hidden.IsCut) && !_streams.AreJudgedAt(hidden.Offset))
        {
            Hidden.Add(place);
        }
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
