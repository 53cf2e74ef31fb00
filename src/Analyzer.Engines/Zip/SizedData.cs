using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Zip;

/// <summary>Data as long as the header says.</summary>
internal sealed class SizedData(Inflater inflater) : IEntryData
{
    private LocalHeader _header = null!;
    private IPart _part = null!;
    private long _left;

    public long Decoded => _header.Method == LocalHeader.Stored ? _header.CompressedSize!.Value - _left : inflater.Written;

    public Gap? Gap { get; private set; }

    public ReadOnlySpan<byte> Rest => [];

    public void Begin(LocalHeader header, IPart part, PartBudget budget)
    {
        (_header, _part, _left, Gap) = (header, part, header.CompressedSize!.Value, null);
        if (header.Method == LocalHeader.Deflated)
        {
            inflater.Begin(part, budget);
        }
    }

    public bool Read(ref ReadOnlySpan<byte> bytes)
    {
        var mine = bytes[..(int)Math.Min(bytes.Length, _left)];
        bytes = bytes[mine.Length..];
        _left -= mine.Length;
        if (_header.Method == LocalHeader.Stored)
        {
            _part.Write(mine);
        }
        else
        {
            inflater.Write(mine);
        }

        if (_left > 0)
        {
            return false;
        }

        ReadEnd();
        return true;
    }

    public void ReadEnd()
    {
        if (_header.Method == LocalHeader.Deflated)
        {
            Gap = inflater.Finish();
        }

        Gap ??= _left > 0 ? Gap.Broken : null;
    }

    public void Reset() => _part = null!;
}
