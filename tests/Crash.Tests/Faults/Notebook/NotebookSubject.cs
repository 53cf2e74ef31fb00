using System.Text;
using Crash.Faults;

namespace Crash.Tests.Faults.Notebook;

internal sealed class Line(string id) : ILedgerEntry
{
    public string Id => id;

    public byte[]? Acknowledged { get; set; }

    public string? FaultOf(byte[] content) => content.AsSpan().SequenceEqual(Encoding.UTF8.GetBytes(id)) ? null : "is not what was sent";
}

internal sealed class NotebookSubject(Pages pages) : ICrashSubject
{
    private readonly Ledger<Line> _ledger = new();
    private int _lines;

    public ILedger Ledger => _ledger;

    public Counters Counters { get; } = new();

    public Task<IRunningSystem> StartAsync(bool isReader, CancellationToken cancellationToken) =>
        Task.FromResult<IRunningSystem>(new Running(this, pages));

    public Task StartAndKillAsync(TimeSpan after, CancellationToken cancellationToken) => Task.CompletedTask;

    private Line NextLine() => _ledger.Add(new Line($"line {Interlocked.Increment(ref _lines)}"));

    private sealed class Running(NotebookSubject subject, Pages pages) : IRunningSystem, IReadBackClient, ICrashWorker
    {
        private volatile bool _killed;

        public string Way => "pen";

        public IReadOnlyList<IReadBackClient> Clients => [this];

        public ICrashWorker CreateWorker(int number, ulong seed) => this;

        public Task KillAsync(CancellationToken cancellationToken)
        {
            _killed = true;
            pages.Hanging?.TrySetResult();
            return Task.CompletedTask;
        }

        public async Task<ResponseKind> AskAsync()
        {
            await Task.Delay(1, TestContext.Current.CancellationToken);
            await (pages.Hanging?.Task ?? Task.CompletedTask);
            if (_killed)
            {
                return ResponseKind.Unanswered;
            }

            if (pages.IsAway)
            {
                subject.Counters.NoteRefusal(new("line", Way, "away", IsBusy: false));
                pages.Refused.TrySetResult();
                return ResponseKind.Refused;
            }

            var line = subject.NextLine();
            pages.Append(line.Id);
            line.Acknowledged = Encoding.UTF8.GetBytes(line.Id);
            subject.Counters.CountAcknowledged(Way);
            return ResponseKind.New;
        }

        public Task<Response<byte[]>> FindAsync(string id, CancellationToken cancellationToken) => Task.FromResult(pages.Lines.Contains(id)
            ? new Response<byte[]>(ResponseKind.Known, Encoding.UTF8.GetBytes(id))
            : new Response<byte[]>(ResponseKind.NotFound, null));

        public Task<Response<ReadBackPage>> ListAsync(string after, CancellationToken cancellationToken)
        {
            var page = new ReadBackPage([.. pages.Lines.Select(line => (line, Encoding.UTF8.GetBytes(line)))], "");
            return Task.FromResult(new Response<ReadBackPage>(ResponseKind.Known, page));
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;

        public void Dispose()
        {
            // The workers are the system itself, which goes on.
        }
    }
}
