using System.Buffers;
using System.Buffers.Text;
using System.Text;

namespace Journal.Log.Verifying;

/// <summary>
/// The lines of an anchor file. Nobody thins it, and after years it has millions: the largest is kept, which says all that the others do,
/// and some others, evenly spread, which say how far a journal that was changed is still the one that was anchored.
/// </summary>
/// <param name="name">For messages.</param>
internal sealed class AnchorLines(string name)
{
    /// <summary>Besides the largest.</summary>
    public const int MaxKept = 512;

    /// <summary>Longer than any: a note has at most 64 KiB.</summary>
    private const int MaxLineBytes = 128 << 10;

    private readonly List<(long Number, byte[] Line)> _kept = [];
    private readonly ArrayBufferWriter<byte> _largest = new();
    private long _largestNumber;
    private long _largestSize = -1;
    private long _number;
    private long _step = 1;

    /// <param name="content">What follows on the lines that were taken before.</param>
    /// <returns>The beginning of a line that is not whole.</returns>
    /// <exception cref="InvalidDataException">A line is no anchor.</exception>
    public SequencePosition Take(ReadOnlySequence<byte> content)
    {
        var reader = new SequenceReader<byte>(content);
        while (reader.TryReadTo(out ReadOnlySpan<byte> line, (byte)'\n'))
        {
            _number++;
            if (!line.IsEmpty)
            {
                Take(line);
            }
        }

        return reader.Remaining <= MaxLineBytes
            ? reader.Position
            : throw new InvalidDataException($"{name}:{_number + 1} is no anchor: the line does not end.");
    }

    /// <summary>Those that are kept, in their order.</summary>
    public IReadOnlyList<Anchor> Read() =>
    [
        .. _kept.Where(kept => kept.Number != _largestNumber)
            .Concat(_largestNumber > 0 ? [(_largestNumber, _largest.WrittenSpan.ToArray())] : [])
            .OrderBy(kept => kept.Number)
            .Select(kept => Read(kept.Number, kept.Line)),
    ];

    private void Take(ReadOnlySpan<byte> line)
    {
        var size = SizeOf(line);
        if (size > _largestSize)
        {
            (_largestNumber, _largestSize) = (_number, size);
            _largest.ResetWrittenCount();
            _largest.Write(line);
        }

        if (_number % _step == 0)
        {
            _kept.Add((_number, line.ToArray()));
        }

        if (_kept.Count > MaxKept)
        {
            _step *= 2;
            _kept.RemoveAll(kept => kept.Number % _step != 0);
        }
    }

    /// <summary>Without the work of reading all of it: the third of its fields.</summary>
    private long SizeOf(ReadOnlySpan<byte> line)
    {
        var size = line[(line.IndexOf((byte)' ') + 1)..];
        size = size[(size.IndexOf((byte)' ') + 1)..];
        return Utf8Parser.TryParse(size, out long frames, out _) ? frames : Read(_number, line).Checkpoint.Size;
    }

    private Anchor Read(long number, ReadOnlySpan<byte> line) => Anchor.ReadLine($"{name}:{number}", Encoding.UTF8.GetString(line));
}
