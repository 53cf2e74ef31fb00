using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Memory;
using Analyzer.Engines.Pdf.Objects;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>Reads the objects inside an object stream as they are decoded (ISO 32000-2, 7.5.7).</summary>
/// <remarks>
/// The stream begins with a number and an offset for each object; the objects follow, from /First on. When the dictionary does not tell
/// where that is, the first byte that is no digit and no white space tells it.
/// </remarks>
internal sealed class ObjectStreamReader : IByteSink
{
    public const int MaxObjects = 65_536;

    private readonly IDocumentParts _parts;
    private readonly ObjectReader _reader;
    private readonly ObjectLexer _lexer;
    private readonly PooledList<Entry> _entries = new();
    private ObjectPlace _place;
    private long _count;
    private long _first;
    private long _offset;
    private long _number;
    private long _pending;
    private bool _hasPending;
    private bool _inNumber;
    private bool _inObjects;
    private bool _isSorted;
    private long _lastOffset;
    private int _next;

    public ObjectStreamReader(IDocumentParts parts, ActionGraph actions)
    {
        _parts = parts;
        _reader = new(parts, actions);
        _lexer = new(_reader, resumes: false);
    }

    /// <summary>True when the stream is not what its dictionary says, so that objects may have been missed.</summary>
    public bool IsBroken { get; private set; }

    /// <param name="place">The object stream's own place.</param>
    public void Begin(StreamDictionary dictionary, in ObjectPlace place)
    {
        _place = place;
        (_count, _first) = (dictionary.ObjectCount, dictionary.FirstObject);
        (_offset, _number, _pending, _hasPending, _inNumber, _inObjects, _next, IsBroken) = (0, 0, 0, false, false, false, 0, false);
        _entries.Empty();
        (_isSorted, _lastOffset) = (true, -1);
        _lexer.Complete();
        _reader.Reset(new ObjectPlace(place.Offset, 0, place.Object));
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        if (!_inObjects)
        {
            bytes = bytes[ReadHeader(bytes)..];
        }

        while (!bytes.IsEmpty)
        {
            if (PassPlainObject(bytes) is > 0 and var passed)
            {
                _offset += passed;
                bytes = bytes[passed..];
                continue;
            }

            while (UntilEntry(_next) <= 0)
            {
                BeginNext(bytes[0]);
            }

            var untilNext = UntilEntry(_next);
            var part = bytes[..(int)Math.Min(bytes.Length, untilNext)];
            for (var read = 0; read < part.Length;)
            {
                read += _lexer.Read(part[read..], _offset + read);
            }

            _offset += part.Length;
            bytes = bytes[part.Length..];
        }

        return true;
    }

    public void Complete()
    {
        EndHeader();
        EndToken((byte)'\n');
        _reader.LeaveObject();
        IsBroken |= _reader.IsDoubtful || _next < _entries.Count || _count > _entries.Count;
    }

    /// <summary>Gives back what it has rented.</summary>
    public void Clear()
    {
        _lexer.Complete();
        _reader.Reset(default);
        _entries.Clear();
    }

    private int ReadHeader(ReadOnlySpan<byte> bytes)
    {
        var length = _first > 0 ? (int)Math.Clamp(_first - _offset, 0, bytes.Length) : bytes.Length;
        var read = ReadNumbers(bytes[..length]);
        _offset += read;
        if (read < bytes.Length)
        {
            EndHeader();
        }

        return read;
    }

    /// <returns>The number of bytes read; fewer than given when something else follows, which may be the first object.</returns>
    private int ReadNumbers(ReadOnlySpan<byte> bytes)
    {
        var (number, inNumber) = (_number, _inNumber);
        var read = 0;
        for (; read < bytes.Length; read++)
        {
            if ((uint)(bytes[read] - '0') is <= 9 and var digit)
            {
                number = Math.Min((number * 10) + digit, int.MaxValue);
                inNumber = true;
            }
            else if (bytes[read] == ' ' || _first > 0 || PdfCharacters.ClassOf(bytes[read]) == CharacterClass.WhiteSpace)
            {
                if (inNumber)
                {
                    AddNumber(number);
                }

                (number, inNumber) = (0, false);
            }
            else
            {
                break;
            }
        }

        (_number, _inNumber) = (number, inNumber);
        return read;
    }

    private void EndHeader()
    {
        if (_inObjects)
        {
            return;
        }

        if (_inNumber)
        {
            AddNumber(_number);
        }

        _inObjects = true;
        _first = _first > 0 ? _first : _offset;

        // Readers go where the header points, in whatever order; here the bytes pass once.
        if (!_isSorted)
        {
            _entries.Span.Sort();
        }
    }

    private void AddNumber(long number)
    {
        if (_hasPending)
        {
            AddEntry((int)_pending, number);
        }

        (_pending, _hasPending) = (number, !_hasPending);
    }

    private void AddEntry(int number, long offset)
    {
        if (_entries.Count == MaxObjects)
        {
            IsBroken = true;
            return;
        }

        _isSorted &= _lastOffset < offset;
        _lastOffset = offset;
        _entries.Add(new(offset, number));
    }

    /// <summary>The number of bytes to an object's beginning.</summary>
    private long UntilEntry(int entry) => entry < _entries.Count ? _entries.Span[entry].Offset + _first - _offset : long.MaxValue;

    /// <summary>Passes over the next object when it begins here, lies whole in these bytes and has no consequences.</summary>
    /// <returns>Its length; 0 when it has to be read.</returns>
    private int PassPlainObject(ReadOnlySpan<byte> bytes)
    {
        if (UntilEntry(_next) != 0 || UntilEntry(_next + 1) is var length && (length == 0 || length > bytes.Length))
        {
            return 0;
        }

        var place = PlaceOf(_next);
        var skimmed = place.Object == 0 || _parts.IsScriptTree(place.Object) ? default : ObjectSkimmer.Skim(bytes, (int)length);
        if (skimmed.Kind == SkimmedKind.None)
        {
            return 0;
        }

        EndToken(bytes[0]);
        _reader.PassObject(place, skimmed);
        if (skimmed.Page >= 0)
        {
            _parts.Keyword(PdfKeyword.Page, hasHexCodes: false, place, _offset + skimmed.Page);
        }

        _next++;
        return (int)length;
    }

    private void BeginNext(byte first)
    {
        EndToken(first);
        _reader.BeginObject(PlaceOf(_next));
        _next++;
    }

    // Some readers do not look where the next object begins: for them a token that goes on beyond that place is another one.
    private void EndToken(byte next)
    {
        IsBroken |= _reader.Place.Object > 0 && _lexer.IsCutBefore(next);
        _lexer.Complete();
    }

    private ObjectPlace PlaceOf(int entry) => new(_place.Offset, _entries.Span[entry].Number, _place.Object);

    private readonly record struct Entry(long Offset, int Number) : IComparable<Entry>
    {
        public int CompareTo(Entry other) => (Offset, Number).CompareTo((other.Offset, other.Number));
    }
}
