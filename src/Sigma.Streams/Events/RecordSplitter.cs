using System.Buffers;
using Sigma.Engine.Evaluation;

namespace Sigma.Streams.Events;

/// <summary>
/// Splits a stream into records: an object a line, objects that are printed over several lines, or an array of objects. Lines are split
/// first where that is possible, so that a broken one cannot swallow the next.
/// </summary>
internal sealed class RecordSplitter(Stream stream, string file)
{
    private static readonly SearchValues<byte> Between = SearchValues.Create(" \t\r\n,[]"u8);

    private const int BlockBytes = 256 * 1024;

    private byte[] _buffer = new byte[BlockBytes];
    private int _start;
    private int _end;
    private long _offset;
    private long _index;
    private bool _isAtEnd;
    private Layout _layout;

    private enum Layout
    {
        Unknown,
        Lines,
        Objects,
    }

    /// <returns>Records whose bytes stay as they are; empty at the end.</returns>
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
        if (_offset == 0 && _buffer.AsSpan(_start, _end - _start).StartsWith("\uFEFF"u8))
        {
            Advance(3);
        }

        var text = _buffer.AsSpan(_start, _end - _start);
        var begin = text.IndexOfAnyExcept(" \t\r\n"u8);
        if (begin < 0 || text[begin] != '{')
        {
            return begin >= 0 && text[begin] == '[' ? Layout.Objects : _isAtEnd ? Layout.Lines : Layout.Unknown;
        }

        var newLine = text[begin..].IndexOf((byte)'\n');
        if (newLine < 0)
        {
            return _isAtEnd || text.Length > RecordLimits.MaxBytes ? Layout.Lines : Layout.Unknown;
        }

        // A line that is cut short is followed by one that begins an object; the first line of a printed object is not.
        var scanner = default(RecordScanner);
        var line = text.Slice(begin, newLine);
        var isWhole = scanner.Scan(line) >= 0;
        var next = text[(begin + newLine + 1)..];
        return isWhole || (next.Length > 0 && next[0] == '{') ? Layout.Lines : Layout.Objects;
    }

    private List<EventRecord> TakeLines()
    {
        var records = new List<EventRecord>();
        var last = _isAtEnd ? _end : _buffer.AsSpan(_start, _end - _start).LastIndexOf((byte)'\n') + 1 + _start;
        while (_start < last)
        {
            var line = _buffer.AsSpan(_start, last - _start);
            var newLine = line.IndexOf((byte)'\n');
            var length = newLine < 0 ? line.Length : newLine;
            Add(records, length);
            Advance(Math.Min(length + 1, line.Length));
        }

        if (last == _start && _end - _start > RecordLimits.MaxBytes)
        {
            SkipLine(records);
        }

        return records;
    }

    private List<EventRecord> TakeObjects()
    {
        var records = new List<EventRecord>();
        while (_start < _end)
        {
            var text = _buffer.AsSpan(_start, _end - _start);
            var between = text.IndexOfAnyExcept(Between);
            if (between != 0)
            {
                Advance(between < 0 ? text.Length : between);
                continue;
            }

            var scanner = default(RecordScanner);
            var length = text[0] == '{' ? scanner.Scan(text) : text.IndexOfAny("\n{"u8);
            if (length < 0)
            {
                if (_isAtEnd)
                {
                    length = text.Length;
                }
                else if (text.Length > RecordLimits.MaxBytes)
                {
                    SkipLine(records);
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

    /// <summary>Keeps the begin of what is too long to be a record, and drops the rest of its line.</summary>
    private void SkipLine(List<EventRecord> records)
    {
        Add(records, RecordLimits.MaxBytes + 1);
        while (true)
        {
            var newLine = _buffer.AsSpan(_start, _end - _start).IndexOf((byte)'\n');
            Advance(newLine < 0 ? _end - _start : newLine + 1);
            if (newLine >= 0 || _isAtEnd)
            {
                return;
            }

            Fill();
        }
    }

    private void Add(List<EventRecord> records, int length)
    {
        var utf8 = _buffer.AsMemory(_start, length);
        var begin = utf8.Span.IndexOfAnyExcept(" \t\r\n"u8);
        if (begin >= 0)
        {
            records.Add(new(file, _index++, _offset + begin, utf8[begin..]));
        }
    }

    private void Advance(int bytes)
    {
        _start += bytes;
        _offset += bytes;
    }

    /// <summary>Reads on, in another buffer: records that were given away lie in this one.</summary>
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
