namespace Tests.Common;

public static class Allocation
{
    private const int Calls = 20_000;

    /// <summary>Bytes that this thread allocates in many calls, after as many that warm up.</summary>
    public static long Of(Action action)
    {
        Repeat(action);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Repeat(action);
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static void Repeat(Action action)
    {
        for (var i = 0; i < Calls; i++)
        {
            action();
        }
    }
}
