using System.Diagnostics;
using Crash.Faults;

namespace Crash.Systems.Prober;

/// <summary>Turns one of its targets after the other, each when the receiver has been told of the one before.</summary>
/// <param name="counters">Shared by all workers; the time of an answer is that from the turn until the receiver is told.</param>
/// <param name="killed">Fires when the prober is killed: there will be no messages.</param>
internal sealed class ChangeMaker(int number, CrashTargets targets, Counters counters, CancellationToken killed) : ICrashWorker
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    private readonly IReadOnlyList<string> _names = CrashTargets.NamesOf(number);
    private int _turn;

    public string Way => HistoryReadBack.Http;

    public async Task<ResponseKind> AskAsync()
    {
        var name = _names[_turn++ % _names.Count];

        // One that was turned before the prober died has yet to be told.
        if (IsTold(name))
        {
            if (!await UntilAsync(() => targets.IsRested(name)))
            {
                return ResponseKind.Unanswered;
            }

            targets.Turn(name);
        }

        var start = Stopwatch.GetTimestamp();
        if (!await UntilAsync(() => IsTold(name)))
        {
            return ResponseKind.Unanswered;
        }

        counters.CountTime(Stopwatch.GetElapsedTime(start));
        return ResponseKind.New;
    }

    public void Dispose()
    {
        // It holds nothing.
    }

    /// <returns>Whether it came true before the prober died, or patience ended.</returns>
    private async Task<bool> UntilAsync(Func<bool> isTrue)
    {
        for (var start = Stopwatch.GetTimestamp(); !isTrue(); await Task.Delay(Pause, CancellationToken.None))
        {
            if (killed.IsCancellationRequested || Stopwatch.GetElapsedTime(start) > Patience)
            {
                return false;
            }
        }

        return true;
    }

    private bool IsTold(string name) => targets.Receiver.StateOf(name) == (targets.IsDown(name) ? ToldChange.Down : ToldChange.Up);
}
