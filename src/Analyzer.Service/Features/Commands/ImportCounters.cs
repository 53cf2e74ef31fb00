using Analyzer.Core;

namespace Analyzer.Service.Features.Commands;

/// <summary>Counts the outcomes of the lines. Many threads count at once.</summary>
internal sealed class ImportCounters(TextWriter messages)
{
    /// <summary>The lines that are reported one by one, so that a file that is not an export does not fill the screen.</summary>
    private const int MaxNamed = 100;

    private readonly Lock _lock = new();
    private readonly long[] _outcomes = new long[Enum.GetValues<SaveOutcome>().Length];
    private long _bad;

    public long Bad => Interlocked.Read(ref _bad);

    public long Stored => Of(SaveOutcome.Created) + Of(SaveOutcome.Known) + Of(SaveOutcome.Replaced);

    public void Count(SaveOutcome outcome) => Interlocked.Increment(ref _outcomes[(int)outcome]);

    /// <param name="line">The line's number.</param>
    /// <param name="why">A clause, without a full stop.</param>
    public void CountBad(long line, string why)
    {
        lock (_lock)
        {
            _bad++;
            if (_bad <= MaxNamed)
            {
                messages.WriteLine($"import: line {line}: {why}.");
            }
        }
    }

    public override string ToString() =>
        $"{Of(SaveOutcome.Created):n0} new, {Of(SaveOutcome.Replaced):n0} replaced an older engine's, "
        + $"{Of(SaveOutcome.Known):n0} known, {Bad:n0} bad lines";

    private long Of(SaveOutcome outcome) => Interlocked.Read(ref _outcomes[(int)outcome]);
}
