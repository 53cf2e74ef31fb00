using Crash.Faults;
using Crash.Systems.Analyzer;
using Load.Statistics;

namespace Crash.Systems.Gateway;

/// <summary>How an analyzer behind the gateway is struck.</summary>
internal enum BackendStrike
{
    /// <summary>SIGKILL to one.</summary>
    Kill,

    /// <summary>SIGSTOP to one, and SIGCONT.</summary>
    Pause,

    /// <summary>All are stopped in good order and started again, one after the other.</summary>
    RollingRestart,
}

/// <summary>
/// The gateway's promise to its clients while analyzers come and go: in a rolling restart no call fails, and otherwise a look-up fails
/// only when the budget for repeats is spent.
/// </summary>
internal static class BackendPromise
{
    /// <param name="strike">The fault of its analyzers.</param>
    /// <param name="failed">The calls that failed.</param>
    /// <param name="unrepeated">Failures that the gateway did not repeat because its budget for that was spent.</param>
    public static PromiseCheck Judge(BackendStrike strike, FailedCalls failed, long unrepeated)
    {
        var lookUps = failed.CountOf(Submitter.LookUp);
        return lookUps == 0 || strike == BackendStrike.RollingRestart
            ? new($"{failed}", failed.Count == 0 || strike != BackendStrike.RollingRestart)
            : new($"{failed}, and for {Format.Count(unrepeated, "repeat")} there was no budget", lookUps <= unrepeated);
    }
}
