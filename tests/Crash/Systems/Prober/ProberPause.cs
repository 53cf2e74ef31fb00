using Crash.Faults;

namespace Crash.Systems.Prober;

/// <summary>Stops the prober for a while (SIGSTOP): its history has to have exactly one pause for that, as long as it was.</summary>
internal sealed class ProberPause(string name, ProberSubject subject) : IFault
{
    /// <summary>The prober says of less than a second that it was late.</summary>
    private static readonly TimeSpan MinPause = TimeSpan.FromSeconds(3);

    private ProberSubject.Running? _running;
    private DateTimeOffset _stopped;
    private DateTimeOffset _continued;

    public string Name => name;

    public bool IsOutage => true;

    public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
    {
        _running = (ProberSubject.Running)system;
        await _running.SignalAsync("STOP", cancellationToken);
        _stopped = TimeProvider.System.GetUtcNow();
        await Task.Delay(MinPause, cancellationToken);
        return "stopped";
    }

    public Task RelieveAsync(CancellationToken cancellationToken)
    {
        _continued = TimeProvider.System.GetUtcNow();
        return _running!.SignalAsync("CONT", cancellationToken);
    }

    /// <summary>Changes have been told since: what happened before them is in the history.</summary>
    public async Task MendAsync(CancellationToken cancellationToken)
    {
        var pauses = (await subject.ExportAsync(cancellationToken))
            .Where(row => row.GetProperty("type").GetString() == "pause")
            .Select(row => (From: row.GetProperty("from").GetDateTimeOffset(), To: row.GetProperty("to").GetDateTimeOffset()))
            .Where(pause => pause.From < _continued && pause.To > _stopped)
            .ToList();
        if (pauses is not [var only] || only.From > _stopped || only.To < _continued.AddMilliseconds(-1))
        {
            var found = string.Join(", ", pauses.Select(pause => $"{pause.From:HH:mm:ss.fff} to {pause.To:HH:mm:ss.fff}"));
            subject.Counters.CountWrong(
                $"stopped from {_stopped:HH:mm:ss.fff} to {_continued:HH:mm:ss.fff}; the history has {pauses.Count} pauses then: {found}");
        }
    }
}
