using Sigma.Engine.Correlations;

namespace Sigma.Streams.Correlating;

/// <param name="Groups">The groups of all correlations.</param>
/// <param name="Bytes">Their rough memory in bytes.</param>
/// <param name="Late">Matches that arrived after the end of their windows.</param>
/// <param name="Incomplete">Matches without a field that is grouped by or counted.</param>
/// <param name="Evicted">Groups that were forgotten because of a limit.</param>
/// <param name="Overflowed">Matches that full groups forgot, if their condition may need them.</param>
/// <param name="LogBytes">The bytes of the match log.</param>
internal readonly record struct CorrelationCounts(
    int Groups, long Bytes, long Late, long Incomplete, long Evicted, long Overflowed, long LogBytes)
{
    public static CorrelationCounts Of(CorrelationMemory memory) =>
        new(memory.Groups, memory.Bytes, memory.Late, memory.Incomplete, memory.Evicted, memory.Overflowed, LogBytes: 0);
}
