using System.Buffers;

namespace Journal.Log.Verifying;

/// <summary>
/// The lines of an anchor file that are kept in memory. After years a file may have millions. The largest line is kept, which says how much
/// the log has to contain, and some others, evenly spread, which say how far a damaged journal still agrees with its anchors. <see
/// cref="AnchorComparison"/> reads all of them.
/// </summary>
/// <param name="name">For messages.</param>
internal sealed class AnchorLines(string name)
{
    /// <summary>Besides the largest.</summary>
    public const int MaxKept = 512;

    private readonly List<(long Number, byte[] Line)> _kept = [];
    private readonly ArrayBufferWriter<byte> _largest = new();
    private long _largestNumber;
    private long _largestSize = -1;
    private long _step = 1;

    /// <param name="content">The file's, from its beginning. Disposed.</param>
    /// <param name="open">Opens the file for further readings.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <exception cref="InvalidDataException">A line is not an anchor.</exception>
    public IReadOnlyList<Anchor> Read(Stream content, Func<Stream> open, CancellationToken cancellationToken)
    {
        using var reader = new AnchorReader(name, content);
        while (reader.Next())
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (!reader.Line.IsEmpty)
            {
                Take(reader.Number, reader.Line);
            }
        }

        var file = _step > 1 ? new AnchorFile(name, open, reader.Number) : null;
        return [.. Kept().Select(kept => Anchor.ReadLine(name, kept.Number, kept.Line) with { File = file })];
    }

    /// <summary>In their order.</summary>
    private IEnumerable<(long Number, byte[] Line)> Kept() => _kept.Where(kept => kept.Number != _largestNumber)
        .Concat(_largestNumber > 0 ? [(_largestNumber, _largest.WrittenSpan.ToArray())] : [])
        .OrderBy(kept => kept.Number);

    private void Take(long number, ReadOnlySpan<byte> line)
    {
        var size = AnchorLine.TryRead(line, out var read) ? read.Size : Anchor.ReadLine(name, number, line).Checkpoint.Size;
        if (size > _largestSize)
        {
            (_largestNumber, _largestSize) = (number, size);
            _largest.ResetWrittenCount();
            _largest.Write(line);
        }

        if (number % _step == 0)
        {
            _kept.Add((number, line.ToArray()));
        }

        if (_kept.Count > MaxKept)
        {
            _step *= 2;
            _kept.RemoveAll(kept => kept.Number % _step != 0);
        }
    }
}
