using Crash.Faults;
using Load.Systems.Journal.Processes;

namespace Crash.Systems.Journal;

/// <summary>The journal on one folder, and the ledger of what it acknowledged.</summary>
/// <param name="assembly">Its dll; null for the one that was built with the lab.</param>
/// <param name="folder">For data and logs.</param>
internal sealed class JournalSubject(string? assembly, string folder) : ICrashSubject
{
    private readonly Ledger<SentLine> _ledger = new();
    private int _starts;

    public string? Assembly => assembly;

    public ILedger Ledger => _ledger;

    public Counters Counters { get; } = new();

    private string Data => Path.Combine(folder, "journal");

    private string Key => Path.Combine(folder, "reader.pem");

    private string Log => Path.Combine(folder, "journal.log");

    public async Task<IRunningSystem> StartAsync(bool isReader, CancellationToken cancellationToken)
    {
        await MakeAsync(cancellationToken);
        return new Running(this, await JournalProcess.StartAsync(assembly, Data, Log, processors: null, cancellationToken));
    }

    public async Task StartAndKillAsync(TimeSpan after, CancellationToken cancellationToken)
    {
        await MakeAsync(cancellationToken);
        await JournalProcess.StartAndKillAsync(assembly, Data, Log, after, cancellationToken);
    }

    private Task MakeAsync(CancellationToken cancellationToken) =>
        File.Exists(Key) ? Task.CompletedTask : JournalProcess.InitAsync(assembly, Data, Key, cancellationToken);

    private sealed class Running : IRunningSystem
    {
        private readonly JournalSubject _subject;
        private readonly JournalProcess _journal;
        private readonly ReaderIndex _index;
        private readonly CancellationTokenSource _stop = new();

        public Running(JournalSubject subject, JournalProcess journal)
        {
            (_subject, _journal) = (subject, journal);
            _index = new(subject.Assembly, subject.Data, subject.Key, subject._starts++);

            // Read once, for the first request: nothing is written meanwhile.
            var lines = new Lazy<Task<ILookup<string, byte[]>>>(ReadAsync);
            Clients = [new JournalReadBack(JournalReadBack.Http, lines), new JournalReadBack(JournalReadBack.Relp, lines)];
        }

        public IReadOnlyList<IReadBackClient> Clients { get; }

        public ICrashWorker CreateWorker(int number, ulong seed) => new LineSender(
            Clients[number % Clients.Count].Way, _journal.Http, _journal.Relp, seed, _subject._ledger, _subject.Counters);

        private async Task<ILookup<string, byte[]>> ReadAsync()
        {
            var lines = await JournalReadBack.ReadAsync(_subject.Assembly, _subject.Data, _subject.Key, _stop.Token);
            await _index.CheckAsync(lines, _stop.Token);
            return lines;
        }

        public Task KillAsync(CancellationToken cancellationToken) => _journal.KillAsync(cancellationToken);

        public async ValueTask DisposeAsync()
        {
            await _stop.CancelAsync();
            await _index.DisposeAsync();
            await _journal.DisposeAsync();
            _stop.Dispose();
        }
    }
}
