using System.Numerics;

namespace Journal.Features.Replay.Sinks;

/// <summary>Lines of a frame to be written, each with a line break; the object is reused for other frames.</summary>
internal sealed class ReplayedLines
{
    private byte[] _bytes = [];
    private (long Sequence, int End)[] _lines = [];

    public int Count { get; private set; }

    /// <summary>Lines that were suspicious when they arrived.</summary>
    public int Suspicious { get; private set; }

    /// <summary>All lines, as bytes for a stream.</summary>
    public ReadOnlyMemory<byte> Bytes => _bytes.AsMemory(0, End);

    private int End => Count == 0 ? 0 : _lines[Count - 1].End;

    public long SequenceOf(int index) => _lines[index].Sequence;

    /// <summary>A line without its break.</summary>
    public ReadOnlyMemory<byte> LineOf(int index) => _bytes.AsMemory((index == 0 ? 0 : _lines[index - 1].End)..(_lines[index].End - 1));

    public void Clear() => (Count, Suspicious) = (0, 0);

    public void Add(long sequence, ReadOnlySpan<byte> line, bool isSuspicious)
    {
        var (start, end) = (End, End + line.Length + 1);
        if (end > _bytes.Length)
        {
            Array.Resize(ref _bytes, (int)BitOperations.RoundUpToPowerOf2((uint)end));
        }

        if (Count == _lines.Length)
        {
            Array.Resize(ref _lines, Math.Max(16, 2 * Count));
        }

        line.CopyTo(_bytes.AsSpan(start));
        _bytes[end - 1] = (byte)'\n';
        _lines[Count++] = (sequence, end);
        Suspicious += isSuspicious ? 1 : 0;
    }
}
