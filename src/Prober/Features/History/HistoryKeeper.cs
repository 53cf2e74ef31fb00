using Prober.Features.History.Storage;

namespace Prober.Features.History;

/// <summary>
/// Writes events in the background: callers do not wait, and events that arrive together become durable in one transaction. While the disk
/// fails, it keeps waiting events, up to a limit, and tries again.
/// </summary>
internal sealed partial class HistoryKeeper(HistoryFile file, TimeProvider time, ILogger<HistoryKeeper> logger) : BackgroundService
{
    private const int MaxWaiting = 200_000;
    private static readonly TimeSpan AlivePeriod = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan RetryPause = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private readonly SemaphoreSlim _signal = new(0, 1);
    private List<Entry> _waiting = [];
    private long? _lostSince;
    private bool _isEnding;

    /// <summary>Why writing fails; null while it succeeds.</summary>
    public string? Failure { get; private set; }

    /// <summary>The number of records dropped since the start, because too much waited.</summary>
    public long Lost { get; private set; }

    /// <summary>The number of waiting records.</summary>
    public int Waiting
    {
        get
        {
            lock (_gate)
            {
                return _waiting.Count;
            }
        }
    }

    /// <summary>Reports the engine's last turn; the file gets it every two seconds.</summary>
    public Func<long> Alive { get; set; } = () => 0;

    /// <summary>Something became durable.</summary>
    public event Action? Written;

    /// <summary>Stores records soon. The records of one call are in one transaction.</summary>
    public void Add(Action<HistoryWriter> write)
    {
        lock (_gate)
        {
            if (_waiting.Count >= MaxWaiting)
            {
                Lost++;
                _lostSince ??= Alive();
                return;
            }

            _waiting.Add(new(write, null));
        }

        Wake();
    }

    /// <summary>
    /// Stores something for a person, after all earlier records. It is durable when the task completes. There is only one attempt, because
    /// a person waits for the answer: a failed write is dropped.
    /// </summary>
    /// <exception cref="HistoryUnavailableException">It is not stored, and will not be.</exception>
    public Task AddAsync(Action<HistoryWriter> write)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
        {
            if (_isEnding)
            {
                return Task.FromException(new HistoryUnavailableException("The prober ends.", null)); // Nobody would write it.
            }

            _waiting.Add(new(write, done));
        }

        Wake();
        return done.Task;
    }

    /// <summary>Writes the waiting records. Called last when the prober stops.</summary>
    public async Task FlushAsync()
    {
        List<Entry> batch;
        long? lostSince;
        lock (_gate)
        {
            (batch, _waiting) = (_waiting, []);
            lostSince = _lostSince;
        }

        var alive = Alive();
        try
        {
            await file.WriteAsync(writer =>
            {
                foreach (var entry in batch)
                {
                    entry.Write(writer);
                }

                if (lostSince is { } since && since < alive)
                {
                    writer.Pause(new(since, alive), "the history could not be written");
                }

                writer.Live(alive);
            });
        }
        catch (HistoryUnavailableException exception)
        {
            var refused = batch.FindAll(entry => entry.Done is not null);
            lock (_gate)
            {
                batch.RemoveAll(entry => entry.Done is not null);
                batch.AddRange(_waiting);
                _waiting = batch;
            }

            if (Failure is null)
            {
                Log.Failed(logger, exception.Message);
            }

            Failure = exception.Message;

            // Each waiter gets its own exception, because each is thrown on another thread.
            refused.ForEach(entry => entry.Done!.SetException(new HistoryUnavailableException(exception.Message, exception)));
            return;
        }

        lock (_gate)
        {
            _lostSince = _lostSince == lostSince ? null : _lostSince;
        }

        if (Failure is not null)
        {
            Failure = null;
            Log.Recovered(logger);
        }

        batch.ForEach(entry => entry.Done?.SetResult());
        if (batch.Count > 0)
        {
            Written?.Invoke();
        }
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        lock (_gate)
        {
            _isEnding = true;
        }

        await FlushAsync();
    }

    public override void Dispose()
    {
        _signal.Dispose();
        base.Dispose();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (true)
        {
            await _signal.WaitAsync(AlivePeriod, stoppingToken);
            await FlushAsync();
            if (Failure is not null)
            {
                await Task.Delay(RetryPause, time, stoppingToken);
            }
        }
    }

    private void Wake()
    {
        if (_signal.CurrentCount > 0)
        {
            return;
        }

        try
        {
            _signal.Release();
        }
        catch (SemaphoreFullException)
        {
            // Somebody else woke it.
        }
    }

    /// <param name="Done">Completes for a waiting caller; null without one.</param>
    private readonly record struct Entry(Action<HistoryWriter> Write, TaskCompletionSource? Done);

    private static partial class Log
    {
        [LoggerMessage(30, LogLevel.Warning, "The history cannot be written, and new events wait in memory: {Reason}")]
        public static partial void Failed(ILogger logger, string reason);

        [LoggerMessage(31, LogLevel.Information, "The history is written again.")]
        public static partial void Recovered(ILogger logger);
    }
}
