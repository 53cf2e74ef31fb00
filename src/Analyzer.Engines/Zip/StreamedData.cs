using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Zip;

/// <summary>Deflated data without a size: they end by themselves, and a descriptor behind them says where.</summary>
internal sealed class StreamedData(Inflater inflater) : IEntryData
{
    private readonly Gather _behind = new();
    private int _restStart;

    public long Decoded => inflater.Written;

    public Gap? Gap { get; private set; }

    public ReadOnlySpan<byte> Rest => _behind.Bytes[_restStart..];

    public void Begin(LocalHeader header, IPart part, PartBudget budget)
    {
        (Gap, _restStart) = (null, 0);
        _behind.Clear();
        inflater.Begin(part, budget);
    }

    public bool Read(ref ReadOnlySpan<byte> bytes)
    {
        if (!inflater.HasEnded)
        {
            bytes = bytes[inflater.Write(bytes)..];
            if (inflater.IsDone && !inflater.HasEnded)
            {
                Gap = inflater.Finish();
                return true;
            }
        }

        // The data ended somewhere in the last piece.
        if (!inflater.HasEnded || !_behind.Take(ref bytes, LastPiece() + Descriptor.MaxLength))
        {
            return false;
        }

        FindDescriptor();
        return true;
    }

    public void ReadEnd()
    {
        Gap = inflater.Complete();
        if (Gap is null)
        {
            LastPiece();
            FindDescriptor();
        }
    }

    public void Reset() => _behind.Shrink();

    private int LastPiece()
    {
        if (_behind.Length == 0)
        {
            _behind.Add(inflater.LastPiece);
        }

        return inflater.LastPiece.Length;
    }

    private void FindDescriptor()
    {
        var bytes = _behind.Bytes;
        var before = inflater.Taken - inflater.LastPiece.Length;
        for (var at = 0; at < bytes.Length; at++)
        {
            if (Descriptor.LengthOf(bytes[at..], before + at, Decoded) is > 0 and var length)
            {
                _restStart = at + length;
                Gap = inflater.Finish();
                return;
            }
        }

        inflater.End();
        (Gap, _restStart) = (Gap.Broken, bytes.Length);
    }
}
