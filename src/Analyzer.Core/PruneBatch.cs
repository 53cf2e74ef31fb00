namespace Analyzer.Core;

/// <summary>
/// How many reports are deleted at once when a rule keeps fewer than there are: twice as many after each batch that took little time, so
/// that a backlog goes as fast as reports come, and half as many after one that took long.
/// </summary>
public sealed class PruneBatch
{
    private readonly int _smallest;
    private readonly int _largest;
    private readonly TimeSpan _bearable;

    /// <param name="smallest">The first batch has so many.</param>
    /// <param name="largest">No batch has more.</param>
    /// <param name="bearable">How long a batch may take; saves may wait so long.</param>
    public PruneBatch(int smallest, int largest, TimeSpan bearable) =>
        (_smallest, _largest, _bearable, Size) = (smallest, largest, bearable, smallest);

    public int Size { get; private set; }

    /// <summary>A batch of this size took so long.</summary>
    public void Took(TimeSpan elapsed) => Size =
        elapsed < _bearable / 2 ? Math.Min(2 * Size, _largest)
        : elapsed > _bearable ? Math.Max(Size / 2, _smallest)
        : Size;
}
