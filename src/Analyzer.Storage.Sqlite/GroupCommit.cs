using Analyzer.Core;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// The writer's thread. A flush takes its time whatever it covers, so all who wait share one:
/// <list type="number">
/// <item>begin a transaction when the first one waits;</item>
/// <item>write whoever waits or comes meanwhile, up to <see cref="SqliteStoreOptions.MaxBatch"/>;</item>
/// <item>linger, once, for those who are about to come (<see cref="Linger"/>);</item>
/// <item>commit, and only when that has returned answer each.</item>
/// </list>
/// </summary>
internal sealed class GroupCommit : IAsyncDisposable
{
    private readonly Database _database;
    private readonly SqliteStoreOptions _options;
    private readonly IStoreObserver? _observer;
    private readonly TimeProvider _timeProvider;
    private readonly WriteQueue _queue;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<IPendingWrite> _batch = [];
    private readonly Linger _linger = new();
    private readonly Checkpointer _checkpointer;
    private ReportWriter? _writer;
    private long _lastCommit; // TimeProvider timestamp; 0 after a failure

    public GroupCommit(Database database, SqliteStoreOptions options, IStoreObserver? observer, TimeProvider timeProvider)
    {
        _database = database;
        _options = options;
        _observer = observer;
        _timeProvider = timeProvider;
        _queue = new(options.QueueCapacity);
        _writer = database.Create();
        _checkpointer = new Checkpointer(database);
        new Thread(Run) { Name = "SQLite writer", IsBackground = true }.Start();
    }

    /// <summary>Age of the last durable write; null when there was none yet, when the last one failed, and when the store closes.</summary>
    public TimeSpan? SinceLastCommit =>
        !_queue.IsClosed && Volatile.Read(ref _lastCommit) is not 0 and var at ? _timeProvider.GetElapsedTime(at) : null;

    /// <exception cref="StoreUnavailableException">The queue is full, or the store is closed.</exception>
    public void Enqueue(IPendingWrite write)
    {
        if (_queue.TryAdd(write))
        {
            return;
        }

        if (_queue.IsClosed)
        {
            throw new StoreUnavailableException($"The store {_database.Path} is closed.");
        }

        if (write.Saves > 0)
        {
            _observer?.SaveRefused();
        }

        throw new StoreUnavailableException($"{_options.QueueCapacity} saves wait for {_database.Path} already: try again.");
    }

    /// <summary>Finishes what was accepted, then closes the file.</summary>
    public async ValueTask DisposeAsync()
    {
        _queue.Close();
        await _ended.Task;
        await _checkpointer.DisposeAsync();

        // The last connection to close copies the log into the database and removes it.
        _writer?.Dispose();
    }

    private void Run()
    {
        while (_queue.Wait(1, Timeout.InfiniteTimeSpan))
        {
            Commit();
            _batch.Clear();
        }

        _ended.SetResult();
    }

    private void Commit()
    {
        var start = _timeProvider.GetTimestamp();
        _queue.MoveTo(_batch, _options.MaxBatch);
        try
        {
            _writer ??= _database.ReopenWriter();
            _writer.Begin();
            WriteAll(_writer);
            var flush = _timeProvider.GetTimestamp();
            _writer.Commit();
            _linger.Flushed(_batch.Count, _queue.Count, _timeProvider.GetElapsedTime(flush));
        }
        catch (Exception e)
        {
            // Whatever it was, it belongs to those who wait: this thread must live.
            Report(committed: false, _timeProvider.GetElapsedTime(start));
            Fail(e);
            return;
        }

        var end = _timeProvider.GetTimestamp();
        Volatile.Write(ref _lastCommit, end);
        _checkpointer.Written();
        Report(committed: true, _timeProvider.GetElapsedTime(start, end));
        _batch.ForEach(write => write.Complete());
    }

    private void WriteAll(ReportWriter writer)
    {
        var lingered = false;
        for (var written = 0; written < _batch.Count;)
        {
            for (; written < _batch.Count; written++)
            {
                _batch[written].Execute(writer);
            }

            _queue.MoveTo(_batch, _options.MaxBatch);
            if (!lingered && written == _batch.Count && written < Math.Min(_linger.Expected, _options.MaxBatch))
            {
                lingered = true;
                _queue.Wait(_linger.Expected - written, _linger.Patience);
                _queue.MoveTo(_batch, _options.MaxBatch);
            }
        }
    }

    private void Fail(Exception e)
    {
        Volatile.Write(ref _lastCommit, 0);

        // Closing rolls back. The next batch opens another connection: this one may be of no more use.
        _writer?.Dispose();
        _writer = null;

        // To each its own exception: each will be thrown, on a thread of its own.
        _batch.ForEach(write => write.Fail(e switch
        {
            SqliteException sqlite => SqliteFailure.Unavailable(sqlite, _database.Path),
            StoreRefusedException refused => new StoreUnavailableException(refused.Message, refused),
            _ => e,
        }));
    }

    private void Report(bool committed, TimeSpan elapsed)
    {
        var saves = 0;
        foreach (var write in _batch)
        {
            saves += write.Saves;
        }

        if (saves == 0)
        {
            return; // a check is nobody's save
        }

        if (committed)
        {
            _observer?.BatchCommitted(saves, _queue.Count, elapsed);
        }
        else
        {
            _observer?.BatchFailed(saves, _queue.Count, elapsed);
        }
    }
}
