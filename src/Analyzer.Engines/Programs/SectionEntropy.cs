using Analyzer.Engines.Content;

namespace Analyzer.Engines.Programs;

/// <summary>Measures the entropy of sections as they pass.</summary>
internal sealed class SectionEntropy
{
    /// <summary>Code has 5 to 6.5 bits per byte; what is compressed or encrypted has nearly 8.</summary>
    private const double PackedFrom = 7.2;

    /// <summary>Below this, entropy says little.</summary>
    private const int MinLength = 4096;

    private ByteHistogram? _histogram;
    private readonly List<string> _packed = [];
    private Section[] _sections = [];
    private int _current;
    private long _measured;

    /// <summary>The sections that look packed.</summary>
    public IReadOnlyList<string> Packed => _packed;

    public void Begin(IEnumerable<Section> sections) => _sections =
        [.. sections.Where(section => section.Length > 0).OrderBy(section => section.Offset)];

    /// <param name="bytes">The next bytes.</param>
    /// <param name="offset">Where they begin.</param>
    public void Read(ReadOnlySpan<byte> bytes, long offset)
    {
        while (_current < _sections.Length && !bytes.IsEmpty)
        {
            var section = _sections[_current];
            var skipped = (int)Math.Clamp(section.Offset - offset, 0, bytes.Length);
            bytes = bytes[skipped..];
            offset += skipped;
            var mine = (int)Math.Clamp(section.Offset + section.Length - offset, 0, bytes.Length);
            (_histogram ??= new()).Add(bytes[..mine]);
            _measured += mine;
            bytes = bytes[mine..];
            offset += mine;
            if (offset >= section.Offset + section.Length)
            {
                Next();
            }
        }
    }

    /// <summary>Ends where the file ends.</summary>
    public void Complete()
    {
        if (_measured > 0)
        {
            Next();
        }
    }

    public void Clear()
    {
        _histogram?.Clear();
        _packed.Clear();
        (_sections, _current, _measured) = ([], 0, 0);
    }

    private void Next()
    {
        if (_measured >= MinLength && _histogram!.Entropy() >= PackedFrom)
        {
            _packed.Add(_sections[_current].Name);
        }

        _histogram?.Clear();
        _measured = 0;
        _current++;
    }
}
