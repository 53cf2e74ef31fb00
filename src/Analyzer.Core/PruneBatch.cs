namespace Analyzer.Core;

/// <summary>
/// How many reports are deleted at once: twice as many after each batch that took little time, so that a backlog shrinks as fast as reports
/// arrive, and half as many after one that took long.
/// </summary>
public sealed class PruneBatch
{
    private readonly int _smallest;
    private readonly int _largest;
    private readonly TimeSpan _bearable;

    /// <param name="smallest">The size of the first batch.</param>
    /// <param name="largest">The largest size.</param>
    /// <param name="bearable">How long a batch may take, and so how long saves may wait.</param>
    public PruneBatch(int smallest, int largest, TimeSpan bearable) =>
        (_smallest, _largest, _bearable, Size) = (smallest, largest, bearable, smallest);

    public int Size { get; private set; }

    /// <summary>A batch of this size took this long.</summary>
    public void Took(TimeSpan elapsed) => Size =
        elapsed < _bearable / 2 ? Math.Min(2 * Size, _largest)
        : elapsed > _bearable ? Math.Max(Size / 2, _smallest)
        : Size;
}
