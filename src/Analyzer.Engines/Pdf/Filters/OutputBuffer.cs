using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Filters;

/// <summary>Collects single bytes, so that the next sink gets them in handfuls.</summary>
/// <param name="budget">Bounds the bytes; null when those who add them see to it.</param>
internal sealed class OutputBuffer(DecodeBudget? budget = null)
{
    private readonly byte[] _bytes = new byte[512];
    private IByteSink _next = NoSink.Instance;
    private int _length;

    /// <summary>False when the next sink wants no further bytes.</summary>
    public bool IsWanted { get; private set; }

    public void Begin(IByteSink next)
    {
        _next = next;
        _length = 0;
        IsWanted = true;
    }

    public void Append(byte value)
    {
        if (_length == _bytes.Length)
        {
            Complete();
        }

        _bytes[_length++] = value;
    }

    public void Append(ReadOnlySpan<byte> bytes)
    {
        foreach (var value in bytes)
        {
            Append(value);
        }
    }

    public void Complete()
    {
        IsWanted = IsWanted && (_length == 0 || ((budget?.Spend(_length) ?? true) && _next.Write(_bytes.AsSpan(0, _length))));
        _length = 0;
    }
}
