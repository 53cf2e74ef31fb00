using System.Diagnostics;
using System.Globalization;
using Load.Machine;
using Load.Stack;
using Load.Stack.Chaos;

namespace Load.Systems.Stack.Feeds;

/// <summary>Follows the journal's proven lines, and Sigma's alerts, as programs of other people would.</summary>
internal sealed class EvidenceFeed : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Process _journal;
    private readonly HttpClient _http = new() { Timeout = Timeout.InfiniteTimeSpan };
    private readonly Task _lines;
    private readonly Task _alerts;

    private EvidenceFeed(Process journal, Uri alerts)
    {
        _journal = journal;
        journal.BeginErrorReadLine(); // nobody reads it, and a full pipe would stop it
        _lines = Proven.ReadAsync(journal.StandardOutput, "", _stop.Token);
        _alerts = FollowAlertsAsync(alerts, _stop.Token);
    }

    /// <summary>A line is handed out once a checkpoint covers it.</summary>
    public EvidenceArrivals Proven { get; } = new(JournalTrail.AuditedTraceOf);

    public EvidenceArrivals Alerts { get; } = new(JournalTrail.AlertedTraceOf);

    public static EvidenceFeed Start(RunningStack stack)
    {
        var journal = BuiltAssembly.Find(StackMembers.JournalProject, assembly: StackMembers.JournalAssembly);
        var now = TimeProvider.System.GetUtcNow().ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
        var start = DotNet.Start(
            journal,
            "replay", stack.Paths.Journal, "--key", stack.Paths.Reader, "--follow", "--format", "event", "--from", now,
            "--Journal:StopAtEndOfInput=true");
        return new(Process.Start(start)!, new($"http://127.0.0.1:{stack.Ports.Sigma}/v1/alerts/stream"));
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _journal.Kill();
        await _alerts.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _lines.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _journal.Dispose();
        _http.Dispose();
        _stop.Dispose();
    }

    private async Task FollowAlertsAsync(Uri address, CancellationToken stop)
    {
        using var stream = new StreamReader(await _http.GetStreamAsync(address, stop));
        await Alerts.ReadAsync(stream, "data: ", stop);
    }
}
