using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Zip;

/// <summary>Bytes that belong to no entry: anything but filling is analysed as a part of its own.</summary>
internal sealed class HiddenBytes : IByteSink
{
    private IParts _parts = null!;
    private IPart? _part;
    private long? _start;

    public void Begin(IParts parts) => _parts = parts;

    /// <param name="offset">Where they begin.</param>
    public void Open(long offset) => _start = offset;

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        if (_part is null)
        {
            var filling = bytes.IndexOfAnyExcept((byte)0);
            if (_start is null || filling < 0)
            {
                _start += bytes.Length;
                return true;
            }

            _part = _parts.Open(null, _start.Value + filling);
            bytes = bytes[filling..];
        }

        _part.Write(bytes);
        return true;
    }

    public void End()
    {
        _part?.Complete();
        (_part, _start) = (null, null);
    }

    public void Reset() => (_part, _start, _parts) = (null, null, null!);
}
