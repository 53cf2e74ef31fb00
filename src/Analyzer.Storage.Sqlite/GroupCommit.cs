using System.Collections.Concurrent;
using Analyzer.Core;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// The writer's thread. A flush takes milliseconds whatever it covers, so all who wait share one:
/// <list type="number">
/// <item>take what waits, up to <see cref="SqliteStoreOptions.MaxBatch"/>;</item>
/// <item>one transaction for it;</item>
/// <item>only when its COMMIT has returned, answer each. While it runs, the next batch gathers.</item>
/// </list>
/// </summary>
internal sealed class GroupCommit : IAsyncDisposable
{
    private readonly Database _database;
    private readonly SqliteStoreOptions _options;
    private readonly IStoreObserver? _observer;
    private readonly TimeProvider _timeProvider;
    private readonly BlockingCollection<IPendingWrite> _queue;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<IPendingWrite> _batch = [];
    private ReportWriter? _writer;
    private long _lastCommit; // TimeProvider timestamp; 0 after a failure

    public GroupCommit(Database database, SqliteStoreOptions options, IStoreObserver? observer, TimeProvider timeProvider)
    {
        _database = database;
        _options = options;
        _observer = observer;
        _timeProvider = timeProvider;
        _queue = new(options.QueueCapacity);
        _writer = new ReportWriter(database.Create());
        new Thread(Run) { Name = "SQLite writer", IsBackground = true }.Start();
    }

    /// <summary>Age of the last write that became durable; null when none did yet, or the last one failed.</summary>
    public TimeSpan? SinceLastCommit =>
        Volatile.Read(ref _lastCommit) is not 0 and var at ? _timeProvider.GetElapsedTime(at) : null;

    /// <exception cref="StoreUnavailableException">The queue is full, or the store is closed.</exception>
    public void Enqueue(IPendingWrite write)
    {
        try
        {
            if (_queue.TryAdd(write))
            {
                return;
            }
        }
        catch (InvalidOperationException e)
        {
            throw new StoreUnavailableException($"The store {_database.Path} is closed.", e);
        }

        _observer?.SaveRefused();
        throw new StoreUnavailableException($"{_options.QueueCapacity} saves wait for {_database.Path} already: try again.");
    }

    /// <summary>Finishes what was accepted, then closes the file.</summary>
    public async ValueTask DisposeAsync()
    {
        _queue.CompleteAdding();
        await _ended.Task;
    }

    private void Run()
    {
        foreach (var first in _queue.GetConsumingEnumerable())
        {
            _batch.Add(first);
            while (_batch.Count < _options.MaxBatch && _queue.TryTake(out var next))
            {
                _batch.Add(next);
            }

            Commit();
            _batch.Clear();
        }

        // The last connection to close copies the log into the database and removes it.
        _writer?.Dispose();
        _ended.SetResult();
    }

    private void Commit()
    {
        var saves = _batch.Sum(write => write.Saves);
        var start = _timeProvider.GetTimestamp();
        try
        {
            _writer ??= new ReportWriter(_database.ReopenWriter());
            _writer.Begin();
            foreach (var write in _batch)
            {
                write.Execute(_writer);
            }

            _writer.Commit();
        }
        catch (Exception e)
        {
            // Whatever it was, it belongs to those who wait: this thread must live.
            Volatile.Write(ref _lastCommit, 0);
            Abandon();
            var failure = e is SqliteException sqlite ? SqliteFailure.Unavailable(sqlite, _database.Path) : e;
            _batch.ForEach(write => write.Fail(failure));
            _observer?.BatchFailed(saves, _queue.Count, _timeProvider.GetElapsedTime(start));
            return;
        }

        var end = _timeProvider.GetTimestamp();
        Volatile.Write(ref _lastCommit, end);
        _batch.ForEach(write => write.Complete());
        _observer?.BatchCommitted(saves, _queue.Count, _timeProvider.GetElapsedTime(start, end));
    }

    /// <summary>Nothing of the transaction stays. A connection that cannot even roll back is of no more use: the next batch opens another.</summary>
    private void Abandon()
    {
        _writer?.Dispose();
        _writer = null;
    }
}
