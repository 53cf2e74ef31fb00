namespace Analyzer.Engines.Pdf.Objects;

/// <summary>The integers since the last other token: two of them may be a reference or an object's beginning.</summary>
internal struct Integers
{
    private long _lastButOne;
    private long _lastButOneOffset;
    private long _last;
    private long _lastOffset;

    public int Count { get; private set; }

    public long First { get; private set; }

    public long FirstOffset { get; private set; }

    public readonly int Number => (int)Math.Clamp(_lastButOne, 0, int.MaxValue);

    public readonly int Last => (int)Math.Clamp(_last, 0, int.MaxValue);

    public readonly long Offset => _lastButOneOffset;

    public void Add(long value, long offset)
    {
        (First, FirstOffset) = Count == 0 ? (value, offset) : (First, FirstOffset);
        (_lastButOne, _lastButOneOffset, _last, _lastOffset) = (_last, _lastOffset, value, offset);
        Count++;
    }
}
