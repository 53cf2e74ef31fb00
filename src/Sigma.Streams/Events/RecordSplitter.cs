using System.Buffers;
using Sigma.Engine.Evaluation;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Events;

/// <summary>
/// Splits a stream into records: one object per line, objects over several lines, an array of objects, or containers of them. If
/// possible it splits into lines first, so that a broken one cannot swallow the next.
/// </summary>
internal sealed class RecordSplitter(Stream stream, string file, Unwrapper unwrapper) : IRecordReader
{
    private static readonly SearchValues<byte> Between = SearchValues.Create(" \t\r\n,[]"u8);

    private static readonly SearchValues<byte> InContainer = SearchValues.Create(" \t\r\n,"u8);

    private const int BlockBytes = 256 * 1024;

    private byte[] _buffer = new byte[BlockBytes];
    private int _start;
    private int _end;
    private long _offset;
    private long _index;
    private bool _isAtEnd;
    private Layout _layout;

    /// <summary>Whether a line may have objects one behind the other.</summary>
    private bool _areSeveral;

    private readonly List<InnerRecord> _inner = [];
    private readonly ContainerNotes _notes = new(unwrapper);

    /// <summary>The container whose records are being read one by one, because it is too large for memory; null in none.</summary>
    private ContainerOpening? _open;
    private int _inside;

    /// <summary>Goes to the end of a container whose records were read; null outside of one.</summary>
    private RecordScanner? _closing;

    private enum Layout
    {
        Unknown,
        Lines,
        Objects,
    }

    /// <summary>The bytes that were read but not returned yet.</summary>
    private ReadOnlySpan<byte> Rest => _buffer.AsSpan(_start, _end - _start);

    public IReadOnlyList<string> Notes => _notes.Of(isCutOff: _open is not null || _closing is not null);

    public (ReadOnlyMemory<byte> Record, string Note)? Doubt => _notes.Doubt(_index);

    public int Containers => _notes.Count;

    public int Broken => _open is not null || _closing is not null ? 1 : 0;

    public IReadOnlyList<EventRecord> Read(CancellationToken cancellationToken)
    {
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (_layout == Layout.Unknown)
            {
                Fill();
                _layout = Detect();
                continue;
            }

            var records = _layout == Layout.Lines ? TakeLines() : TakeObjects();
            if (records.Count > 0 || (_isAtEnd && _start == _end))
            {
                return records;
            }

            Fill();
        }
    }

    private Layout Detect()
    {
        if (_offset == 0 && Rest.StartsWith("\uFEFF"u8))
        {
            Advance(3);
        }

        var begin = Rest.IndexOfAnyExcept(" \t\r\n"u8);
        Advance(begin < 0 ? Rest.Length : begin);
        var text = Rest;
        if (text.IsEmpty)
        {
            return _isAtEnd ? Layout.Lines : Layout.Unknown;
        }

        if (text[0] != '{')
        {
            return text[0] == '[' ? Layout.Objects : Layout.Lines;
        }

        var newLine = text.IndexOf((byte)'\n');
        var line = newLine < 0 ? text : text[..newLine];
        _areSeveral = RecordScanner.AreSeveral(line);
        if (newLine < 0)
        {
            return _areSeveral ? Layout.Objects
                : _isAtEnd || text.Length > RecordLimits.MaxBytes ? Layout.Lines
                : Layout.Unknown;
        }

        // After an incomplete line comes one that begins an object; this is not so for the first line of an object over several lines.
        var isWhole = new RecordScanner().Scan(line) >= 0;
        var next = text[(newLine + 1)..];
        return isWhole || (next.Length > 0 && next[0] == '{') ? Layout.Lines : Layout.Objects;
    }

    private List<EventRecord> TakeLines()
    {
        var records = new List<EventRecord>();
        var last = _isAtEnd ? _end : Rest.LastIndexOf((byte)'\n') + 1 + _start;
        while (_start < last)
        {
            var line = _buffer.AsSpan(_start, last - _start);
            var newLine = line.IndexOf((byte)'\n');
            var length = newLine < 0 ? line.Length : newLine;
            if (newLine > 0 && line[..newLine].TrimEnd((byte)'\r') is [(byte)'{'])
            {
                _layout = Layout.Objects; // files of both layouts were put together
                break;
            }

            var taken = _areSeveral ? AddFirst(records, length) : 0;
            Add(records, length - taken);
            Advance(Math.Min(length + 1, line.Length) - taken);
        }

        if (last == _start && Rest.Length > RecordLimits.MaxBytes)
        {
            if (Rest[0] == '[' || unwrapper.Open(Rest) is not null)
            {
                _layout = Layout.Objects;
                return TakeObjects();
            }

            Skip(records, text => text.IndexOf((byte)'\n'));
        }

        return records;
    }

    private List<EventRecord> TakeObjects()
    {
        var records = new List<EventRecord>();
        while (_start < _end)
        {
            var text = Rest;
            if (_closing is { } scanner)
            {
                var end = scanner.Scan(text);
                _closing = end < 0 ? scanner : null;
                Advance(end < 0 ? text.Length : end);
                continue;
            }

            var between = text.IndexOfAnyExcept(_open is null ? Between : InContainer);
            if (between != 0)
            {
                Advance(between < 0 ? text.Length : between);
                continue;
            }

            if (_open is { } open && text[0] == ']')
            {
                (_open, _closing) = (null, new RecordScanner(open.Depth));
                Advance(1);
                continue;
            }

            var isObject = text[0] == '{';
            var length = isObject ? new RecordScanner().Scan(text) : EndOfOther(text);
            if (length < 0)
            {
                if (_isAtEnd)
                {
                    length = text.Length;
                }
                else if (text.Length > RecordLimits.MaxBytes && _open is null && unwrapper.Open(text) is { } opening)
                {
                    (_open, _inside) = (opening, 0);
                    _notes.Unwrapped();
                    Advance(opening.Length);
                    continue;
                }
                else if (text.Length > RecordLimits.MaxBytes)
                {
                    Skip(records, isObject ? EndOfObject() : EndOfOther);
                    continue;
                }
                else
                {
                    break;
                }
            }

            Add(records, length);
            Advance(length);
        }

        return records;
    }

    private static int EndOfOther(ReadOnlySpan<byte> text) => text.IndexOfAny("\n{"u8);

    /// <returns>The scanner, which has to see all parts of an object in order.</returns>
    private static Func<ReadOnlySpan<byte>, int> EndOfObject()
    {
        var scanner = new RecordScanner();
        return part => scanner.Scan(part);
    }

    /// <summary>Keeps the beginning of an input that is too long to be a record, and drops its rest.</summary>
    /// <param name="records">The records; they get its beginning.</param>
    /// <param name="end">Where it ends in this part of the stream; -1 when it continues.</param>
    private void Skip(List<EventRecord> records, Func<ReadOnlySpan<byte>, int> end)
    {
        Add(records, RecordLimits.MaxBytes + 1);
        while (true)
        {
            var length = end(Rest);
            Advance(length < 0 ? Rest.Length : length);
            if (length >= 0 || _isAtEnd)
            {
                return;
            }

            Fill();
        }
    }

    /// <summary>Adds the objects of a line that have others behind them.</summary>
    /// <returns>The bytes before the last object.</returns>
    private int AddFirst(List<EventRecord> records, int length)
    {
        var taken = 0;
        while (RecordScanner.AreSeveral(_buffer.AsSpan(_start, length - taken)))
        {
            var end = new RecordScanner().Scan(_buffer.AsSpan(_start, length - taken));
            Add(records, end);
            Advance(end);
            taken += end;
            var next = _buffer.AsSpan(_start, length - taken).IndexOf((byte)'{');
            Advance(next);
            taken += next;
        }

        return taken;
    }

    private void Add(List<EventRecord> records, int length)
    {
        var utf8 = _buffer.AsMemory(_start, length);
        var begin = utf8.Span.IndexOfAnyExcept(" \t\r\n"u8);
        if (begin < 0)
        {
            return;
        }

        utf8 = utf8[begin..];
        if (!TryUnwrap(utf8))
        {
            _notes.Took(utf8, _index);
            records.Add(new(file, _index++, _offset + begin, utf8, _open is null ? null : _inside++));
            return;
        }

        foreach (var (at, record) in _inner)
        {
            var place = _offset + begin + at;
            records.Add(new(file, _index++, place, record, _inside++));
        }

        _inner.Clear();
    }

    /// <summary>A part of an open container is no container itself, but its record may lie deeper in it.</summary>
    private bool TryUnwrap(ReadOnlyMemory<byte> utf8)
    {
        if (_open is { } open)
        {
            return open.Inner is { } rest && new ContainerReader(rest, utf8, _inner).TryRead();
        }

        _inside = 0;
        return unwrapper.TryUnwrap(utf8, _inner) && _notes.Unwrapped();
    }

    private void Advance(int bytes)
    {
        _start += bytes;
        _offset += bytes;
    }

    /// <summary>Reads on into another buffer, because returned records lie in this one.</summary>
    private void Fill()
    {
        var rest = _end - _start;
        var buffer = new byte[Math.Max(BlockBytes, rest * 2)];
        _buffer.AsSpan(_start, rest).CopyTo(buffer);
        var read = stream.ReadAtLeast(buffer.AsSpan(rest), BlockBytes / 4, throwOnEndOfStream: false);
        (_buffer, _start, _end) = (buffer, 0, rest + read);
        _isAtEnd = read < BlockBytes / 4;
    }
}
