namespace Prometheus;

/// <summary>A double that many threads change at once without a lock. Its bits are compared, so that NaN equals itself.</summary>
internal struct AtomicDouble(double value)
{
    private long _bits = BitConverter.DoubleToInt64Bits(value);

    public double Value
    {
        readonly get => BitConverter.Int64BitsToDouble(Volatile.Read(in _bits));
        set => Volatile.Write(ref _bits, BitConverter.DoubleToInt64Bits(value));
    }

    public void Add(double increment)
    {
        var seen = Volatile.Read(ref _bits);
        while (!TryReplace(ref seen, BitConverter.Int64BitsToDouble(seen) + increment))
        {
        }
    }

    public void RaiseTo(double target)
    {
        var seen = Volatile.Read(ref _bits);
        while (BitConverter.Int64BitsToDouble(seen) < target && !TryReplace(ref seen, target))
        {
        }
    }

    public void LowerTo(double target)
    {
        var seen = Volatile.Read(ref _bits);
        while (BitConverter.Int64BitsToDouble(seen) > target && !TryReplace(ref seen, target))
        {
        }
    }

    private bool TryReplace(ref long seen, double replacement)
    {
        var found = Interlocked.CompareExchange(ref _bits, BitConverter.DoubleToInt64Bits(replacement), seen);
        var replaced = found == seen;
        seen = found;
        return replaced;
    }
}
