namespace Load.Measuring;

/// <summary>
/// A system that was overloaded goes on for seconds with requests that nobody waits for any more, on the processors that the next row is
/// measured on. So each row of requests waits until the one before is over for the systems too.
/// </summary>
internal static class Quiescence
{
    private const double MaxBusy = 0.2; // of one processor; the time of a process is counted in steps of 10 ms

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100);

    /// <summary>Whatever goes on then is no work that was left: it belongs to the system, and so to the row.</summary>
    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(20);

    /// <param name="cpu">Processor time of all systems since some moment.</param>
    /// <param name="time">For the looks.</param>
    /// <param name="stop">Ends the wait.</param>
    public static async Task WaitAsync(Func<TimeSpan> cpu, TimeProvider time, CancellationToken stop)
    {
        var begun = time.GetTimestamp();
        var (used, looked) = (cpu(), begun);
        do
        {
            await Task.Delay(Look, time, stop);
            var (usedBefore, lookedBefore) = (used, looked);
            (used, looked) = (cpu(), time.GetTimestamp());
            if (used - usedBefore <= MaxBusy * time.GetElapsedTime(lookedBefore, looked))
            {
                return;
            }
        }
        while (time.GetElapsedTime(begun) < MaxWait);
    }
}
