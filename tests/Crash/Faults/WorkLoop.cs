namespace Crash.Faults;

/// <summary>Keeps a worker working until it is stopped, or the system is killed under it.</summary>
/// <param name="worker">Makes the requests.</param>
/// <param name="counters">Shared by all workers.</param>
/// <param name="pause">The wait after an answer.</param>
/// <param name="refusalPause">The wait after a refusal.</param>
internal sealed class WorkLoop(ICrashWorker worker, Counters counters, TimeSpan pause, TimeSpan refusalPause)
{
    /// <param name="isSystemKilled">Whether a request without an answer is to be expected.</param>
    /// <param name="stop">Ends the loop after the request that is under way.</param>
    public async Task RunAsync(Func<bool> isSystemKilled, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            var kind = await worker.AskAsync();
            if (kind is ResponseKind.Refused or ResponseKind.Busy)
            {
                counters.CountRefused();
                await Task.Delay(refusalPause, CancellationToken.None);
            }
            else if (kind == ResponseKind.Unanswered)
            {
                if (isSystemKilled())
                {
                    counters.CountCutOff();
                    return;
                }

                counters.CountWrong($"no answer over {worker.Way} from a system that lives");
            }
            else if (pause > TimeSpan.Zero)
            {
                await Task.Delay(pause, CancellationToken.None);
            }
        }
    }
}
