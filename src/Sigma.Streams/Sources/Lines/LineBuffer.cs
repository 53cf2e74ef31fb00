using Sigma.Engine.Evaluation;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Sources.Lines;

/// <summary>
/// Splits bytes that arrive in pieces into lines. A line longer than a record may be is cut, and its rest dropped.
/// </summary>
/// <param name="offset">The offset of the first byte.</param>
internal sealed class LineBuffer(long offset)
{
    private const int BlockBytes = 256 * 1024;

    private byte[] _bytes = new byte[BlockBytes];
    private int _count;
    private int _used;
    private long _offset = offset;
    private long _next = offset;
    private bool _isSkipping;

    /// <summary>The first byte after all returned lines: a reader continues there after a crash.</summary>
    public long Next => _next;

    /// <summary>The offset of the next byte to arrive.</summary>
    public long End => _offset + _count;

    /// <summary>To be filled; never empty. This invalidates the lines that were returned before.</summary>
    public Memory<byte> Free
    {
        get
        {
            _bytes.AsSpan(_used.._count).CopyTo(_bytes);
            (_count, _offset, _used) = (_count - _used, _offset + _used, 0);
            if (_count == _bytes.Length)
            {
                Array.Resize(ref _bytes, _bytes.Length * 2);
            }

            return _bytes.AsMemory(_count);
        }
    }

    /// <summary>Bytes have arrived.</summary>
    /// <param name="count">How many of <see cref="Free"/> they are.</param>
    /// <param name="isEnd">Whether there are no more: then the last line needs no end.</param>
    /// <param name="partition">The partition of the records.</param>
    /// <returns>The complete lines, without blank ones.</returns>
    public StreamRecord[] Filled(int count, bool isEnd, uint partition)
    {
        _count += count;
        var records = new List<StreamRecord>();
        var used = _used;
        while (used < _count)
        {
            var rest = _bytes.AsMemory(used, _count - used);
            var newLine = rest.Span.IndexOf((byte)'\n');
            if (newLine < 0 && !isEnd && rest.Length <= RecordLimits.MaxBytes && !_isSkipping)
            {
                break;
            }

            var line = newLine < 0 ? rest : rest[..newLine];
            if (!_isSkipping)
            {
                Add(records, line, partition, used);
            }

            used += Math.Min(line.Length + 1, rest.Length);
            _isSkipping = newLine < 0 && !isEnd;
            if (!_isSkipping)
            {
                _next = _offset + used;
            }
        }

        _used = used;
        return [.. records];
    }

    private void Add(List<StreamRecord> records, ReadOnlyMemory<byte> line, uint partition, int at)
    {
        var begin = line.Span.IndexOfAnyExcept(" \t\r"u8);
        if (begin >= 0)
        {
            var trimmed = line[begin..Math.Min(line.Length, begin + RecordLimits.MaxBytes + 1)].TrimEnd((byte)'\r');
            records.Add(new(partition, _offset + at + begin, trimmed));
        }
    }
}
