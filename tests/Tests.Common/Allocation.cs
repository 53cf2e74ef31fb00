namespace Tests.Common;

public static class Allocation
{
    /// <summary>Bytes that this thread allocates in many calls, after as many that warm up: what the runtime prepares at first is not the code's.</summary>
    public static long Of(Action action, int calls = 20_000)
    {
        Repeat(action, calls);
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
