using System.Globalization;
using System.Text.Json;
using Load.Machine;

namespace Load.Stack.Chaos;

/// <summary>What the journal has proven of uploads: their audit lines, and Sigma's alerts, each by the upload's trace id.</summary>
internal sealed class JournalTrail(StackPaths folder)
{
    /// <summary>The rule that tells of a malicious file, in Samples/stack.</summary>
    private const string MaliciousFile = "3f0c1a52-6a2e-4c1f-9a53-0d1f6d1c8f20";

    /// <summary>A command line has its limits.</summary>
    private const int MaxAtOnce = 500;

    /// <summary>The exit code of <c>verify</c> when all is sound, and the newest checkpoint is not among the anchors yet.</summary>
    private const int NotYetAnchored = 3;

    private static readonly string Journal = BuiltAssembly.Find(StackMembers.JournalProject, assembly: StackMembers.JournalAssembly);

    private readonly Dictionary<string, HashSet<string>> _alerts = [];
    private readonly Dictionary<string, long> _audited = [];
    private long _next;

    /// <summary>The sequence of the first audit line of an upload that was judged; null for none.</summary>
    public long? AuditedAt(string trace) => _audited.TryGetValue(trace, out var sequence) ? sequence : null;

    /// <summary>How many different alerts there are about an upload: one that was sent again has the same id.</summary>
    public int AlertsOf(string trace) => _alerts.TryGetValue(trace, out var ids) ? ids.Count : 0;

    /// <returns>The trace of the upload that an audit line tells the verdict of; null for another line.</returns>
    public static string? AuditedTraceOf(JsonElement line) =>
        line.TryGetProperty("trace", out var trace) && line.TryGetProperty("result", out _)
        && line.TryGetProperty("outcome", out var outcome) && outcome.GetString() == "ok" ? trace.GetString() : null;

    /// <returns>The trace of the upload that an alert is about; null for another alert or line.</returns>
    public static string? AlertedTraceOf(JsonElement line) =>
        line.TryGetProperty("rule", out var rule) && rule.GetProperty("id").GetString() == MaliciousFile
            ? line.GetProperty("fields").GetProperty("trace").GetString() : null;

    /// <summary>Reads what has come since the last call.</summary>
    /// <exception cref="LabException">The journal cannot be read, or is damaged.</exception>
    public async Task ReadAsync(CancellationToken cancellationToken)
    {
        var lines = await RunAsync(
            cancellationToken, "replay", folder.Journal, "--key", folder.Reader, "--format", "event", "--from",
            _next.ToString(CultureInfo.InvariantCulture));
        foreach (var line in lines.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            using var json = JsonDocument.Parse(line);
            Take(json.RootElement);
        }
    }

    /// <summary>Writes the proofs of records, and checks each with nothing but the proof and the log's verifier key.</summary>
    /// <exception cref="LabException">One does not hold.</exception>
    public async Task ProveAsync(IReadOnlyList<long> sequences, CancellationToken cancellationToken)
    {
        foreach (var chunk in sequences.Distinct().Chunk(MaxAtOnce))
        {
            var proofs = Directory.CreateDirectory(folder.In("proofs"));
            await RunAsync(
                cancellationToken,
                ["prove", string.Join(',', chunk), folder.Journal, "--key", folder.Reader, "--out", proofs.FullName]);
            await RunAsync(
                cancellationToken,
                ["check", .. proofs.GetFiles().Select(proof => proof.FullName), "--vkey", Path.Combine(folder.Journal, "log.vkey")]);
            proofs.Delete(recursive: true);
        }
    }

    /// <summary>Every frame is looked at, against the anchors too.</summary>
    /// <exception cref="LabException">The journal is damaged, or is not what the anchors say.</exception>
    public Task VerifyAsync(CancellationToken cancellationToken)
    {
        string[] anchors = new FileInfo(folder.Anchors) is { Exists: true, Length: > 0 } ? ["--anchor", folder.Anchors] : [];
        return RunAsync(cancellationToken, ["verify", folder.Journal, "--key", folder.Reader, .. anchors]);
    }

    private static async Task<string> RunAsync(CancellationToken cancellationToken, params string[] arguments)
    {
        var (code, output, errors) = await DotNet.RunAsync(DotNet.Start(Journal, arguments), cancellationToken);
        return code == 0 || (code == NotYetAnchored && arguments[0] == "verify")
            ? output
            : throw new LabException($"journal {arguments[0]} ended with {code}: {output}{errors}".TrimEnd(), LabExitCode.Failed);
    }

    private void Take(JsonElement record)
    {
        if (record.TryGetProperty("journal", out var place))
        {
            _next = place.GetProperty("sequence").GetInt64() + 1;
            TakeEvent(record, _next - 1);
        }
        else if (record.TryGetProperty("sequence", out var sequence))
        {
            _next = sequence.GetInt64() + 1;
        }
    }

    private void TakeEvent(JsonElement record, long sequence)
    {
        if (AlertedTraceOf(record) is { } alerted)
        {
            _alerts.TryAdd(alerted, []);
            _alerts[alerted].Add(record.GetProperty("id").GetString()!);
        }
        else if (AuditedTraceOf(record) is { } audited)
        {
            _audited.TryAdd(audited, sequence);
        }
    }
}
