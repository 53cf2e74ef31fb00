namespace Tests.Common;

public static class Allocation
{
    private const int Rounds = 5;

    /// <summary>
    /// Counts the bytes that this thread allocates in many calls: the least of some rounds, because the runtime compiles code again on this
    /// thread too, and allocates for that now and then. Code that allocates does so in every round.
    /// </summary>
    public static long Of(Action action, int calls = 20_000)
    {
        Repeat(action, calls); // as many calls warm up
        return Enumerable.Range(0, Rounds).Min(_ => OfARound(action, calls));
    }

    private static long OfARound(Action action, int calls)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        Repeat(action, calls);
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static void Repeat(Action action, int calls)
    {
        for (var i = 0; i < calls; i++)
        {
            action();
        }
    }
}
