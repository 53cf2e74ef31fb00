using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;

namespace Load.Stack.Chaos;

/// <summary>
/// What has to be there about each acknowledged file: its report, its audit line with a proof that holds by itself, and the alert about a
/// malicious one, once.
/// </summary>
internal sealed class AcknowledgedEvidence(StackPaths paths, Uri gateway) : IDisposable
{
    /// <summary>At once.</summary>
    private const int Readers = 8;

    /// <summary>On a busy machine a start takes long; what is not there by then is lost.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100);

    private readonly HttpClient _http = new() { BaseAddress = gateway, Timeout = TimeSpan.FromSeconds(10) };
    private readonly JournalTrail _trail = new(paths);

    private readonly HashSet<string> _said = [];

    private int _taken;

    /// <summary>Files that were looked for.</summary>
    public int Taken => _taken;

    /// <summary>Proofs that were made and checked by themselves.</summary>
    public int Proven { get; private set; }

    /// <summary>Waits until everything is there about the files that were acknowledged since the last call.</summary>
    /// <returns>What is not there.</returns>
    public async Task<IReadOnlyList<string>> MissingAsync(Submissions submissions, CancellationToken stop)
    {
        var files = submissions.Acknowledged.Skip(_taken).ToList();
        _taken += files.Count;
        var begin = Stopwatch.GetTimestamp();
        List<string> missing;
        do
        {
            await Task.Delay(TimeSpan.FromSeconds(1), stop);
            await _trail.ReadAsync(stop);
            missing = [.. files.Select(MissingOf).OfType<string>()];
        }
        while (missing.Count > 0 && Stopwatch.GetElapsedTime(begin) < Patience);

        begin = Stopwatch.GetTimestamp();
        var reports = new ConcurrentQueue<string>();
        var several = new ParallelOptions { MaxDegreeOfParallelism = Readers, CancellationToken = stop };
        await Parallel.ForEachAsync(files, several, LookForAsync);
        missing.AddRange(reports);
        var sequences = files.Select(file => _trail.AuditedAt(file.Trace)).OfType<long>().ToList();
        await _trail.ProveAsync(sequences, stop);
        Proven += sequences.Count;
        _said.UnionWith(missing);
        return missing;

        async ValueTask LookForAsync(AcknowledgedFile file, CancellationToken cancellationToken)
        {
            while (!await HasReportAsync(file, cancellationToken))
            {
                if (Stopwatch.GetElapsedTime(begin) > Patience)
                {
                    reports.Enqueue($"the report of {file.Sha256}");
                    return;
                }

                await Task.Delay(Look, cancellationToken);
            }
        }
    }

    /// <summary>Looks once more at all files: a second alert may have come long after the first.</summary>
    /// <returns>Those with several alerts that nobody was told of.</returns>
    public async Task<IReadOnlyList<string>> ToldTwiceAsync(Submissions submissions, CancellationToken cancellationToken)
    {
        await _trail.ReadAsync(cancellationToken);
        return
        [
            .. submissions.Acknowledged.Where(file => file.IsMalicious && _trail.AlertsOf(file.Trace) > 1)
                .Select(AlertsAbout).Where(_said.Add),
        ];
    }

    /// <summary>Every frame of the journal is looked at, against the anchors too.</summary>
    public Task VerifyAsync(CancellationToken cancellationToken) => _trail.VerifyAsync(cancellationToken);

    public void Dispose() => _http.Dispose();

    private string? MissingOf(AcknowledgedFile file) => _trail.AuditedAt(file.Trace) is null ? $"the audit line of {file.Sha256}"
        : file.IsMalicious && _trail.AlertsOf(file.Trace) != 1 ? AlertsAbout(file)
        : null;

    private string AlertsAbout(AcknowledgedFile file) => $"{_trail.AlertsOf(file.Trace)} alerts about {file.Sha256}";

    private async Task<bool> HasReportAsync(AcknowledgedFile file, CancellationToken cancellationToken)
    {
        try
        {
            using var answer = await _http.GetAsync($"/v1/files/{file.Sha256}", cancellationToken);
            return answer.StatusCode == HttpStatusCode.OK;
        }
        catch (Exception exception) when (exception is HttpRequestException
            || (exception is TaskCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return false;
        }
    }
}
