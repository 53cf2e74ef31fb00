using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Corpus;
using Load.Systems.Journal.Processes;
using Load.Systems.Journal.Rows;
using Load.Systems.Journal.Sending;

namespace Load.Systems.Journal.Replaying;

/// <summary>Journals of some lengths, each written when it is first asked for, with one reader's key for each.</summary>
internal sealed class JournalsToReplay(SetupContext context) : ISystemUnderTest
{
    private const int Lines = 20_000;
    private const int LinesOfACall = 1_000;
    private const int Seed = 1;

    private readonly DirectoryInfo _directory = Directory.CreateTempSubdirectory("lab-replay-");
    private readonly HashSet<int> _written = [];

    public IReadOnlyList<IObservedProcess> Processes => [];

    public HostControl? Control => null;

    public bool IsOurs => true;

    /// <summary>The processors that a replay may use; null for all of them.</summary>
    public Processors? Processors => context.Processors;

    public async Task<JournalToReplay> GetAsync(int lines, CancellationToken cancellationToken)
    {
        var folder = Path.Combine(_directory.FullName, $"{lines}");
        var journal = new JournalToReplay(folder, $"{folder}.pem", lines);
        if (_written.Add(lines))
        {
            await JournalProcess.InitAsync(null, journal.Folder, journal.Key, cancellationToken);
            await WriteAsync(journal, cancellationToken);
        }

        return journal;
    }

    public ValueTask DisposeAsync()
    {
        _directory.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    private async Task WriteAsync(JournalToReplay journal, CancellationToken cancellationToken)
    {
        var log = Path.Combine(context.Folder.FullName, "replayed-journal.log");
        await using var process = await JournalProcess.StartAsync(null, journal.Folder, log, context.Processors, cancellationToken);
        using var http = new HttpClient { BaseAddress = process.Http };
        using var sender = LineSenders.Open(LineTransport.Tcp, new(process.Udp, process.Tcp));
        byte[][] lines = [.. DaemonLines.Make(Lines, length: null, Seed)];
        await Task.Run(
            () =>
            {
                for (var sent = 0; sent < journal.Lines; sent += LinesOfACall)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    sender.Send(lines.AsSpan(sent % Lines, LinesOfACall));
                }
            },
            cancellationToken);
        while (MetricsText.Sample(await http.GetStringAsync("/metrics", cancellationToken), "journal_records_total") < journal.Lines)
        {
            await Task.Delay(20, cancellationToken);
        }
    }
}

/// <param name="Folder">The journal.</param>
/// <param name="Key">Its reader's.</param>
/// <param name="Lines">So many are in it: thousands.</param>
internal sealed record JournalToReplay(string Folder, string Key, int Lines);
