using Load.Scenarios;
using Load.Server;

namespace Load.Suites;

/// <summary>
/// The ThreadPool experiment: does a higher minimum help? With code that never blocks, and with one deliberately blocking call in every request, of which
/// the pool starves until it has grown.
/// </summary>
internal static class ThreadsSuite
{
    private const int Callers = 100;
    private const int BlockMilliseconds = 10;

    private static readonly (Operation Operation, long Size)[] Subjects = [(Operation.LookUp, 10_000), (Operation.Unknown, 1_000_000)];

    public static Suite Create() => new()
    {
        Name = "threads",
        Description = $"ThreadPool minimums with code that never blocks, and with a blocking call of {BlockMilliseconds} ms in every request",
        Cells =
        [
            .. from subject in Subjects
               from blocks in (bool[])[false, true]
               from minimum in ThreadMinimum.All
               select new Cell("rest", subject.Operation, subject.Size, new LoadShape.Closed(Callers), Settings(minimum, blocks)),
        ],
        Repeats = 3,
        Slot = TimeSpan.FromSeconds(5),
        WarmUp = TimeSpan.Zero,
        WarmUpCallers = 1, // one at a time makes the pool grow no threads
        NewProcessPerSlot = true,
        Compared = ThreadMinimum.Dimension,
    };

    private static ServiceSettings Settings(ServiceSettings minimum, bool blocks) => minimum.With(
        "handler", blocks ? "blocking" : "async",
        [("Analyzer:Ceilings:WatchPool", "true"), .. blocks ? [("Analyzer:Ceilings:BlockMilliseconds", $"{BlockMilliseconds}")] : ((string, string)[])[]]);
}
