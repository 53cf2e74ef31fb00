using Batching;
using Microsoft.Data.Sqlite;

namespace Storage.Sqlite;

/// <summary>
/// The writer's thread. A flush takes the same time however many saves it covers, so all waiting saves share one:
/// <list type="number">
/// <item>begin a transaction when the first save waits;</item>
/// <item>write all that wait or come meanwhile, up to <see cref="SqliteFileOptions.MaxBatch"/>;</item>
/// <item>linger, once, for saves that are about to come (<see cref="Linger"/>);</item>
/// <item>commit, and answer each save after that.</item>
/// </list>
/// </summary>
public sealed class GroupCommit<TWriter> : IAsyncDisposable
{
    private readonly Database<TWriter> _database;
    private readonly SqliteFileOptions _options;
    private readonly IBatchObserver? _observer;
    private readonly TimeProvider _time;
    private readonly WriteQueue<TWriter> _queue;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<IPendingWrite<TWriter>> _batch = [];
    private readonly Linger _linger = new();
    private readonly Checkpointer _checkpointer;
    private WriterConnection<TWriter>? _writer;
    private long _lastCommit; // TimeProvider timestamp; 0 after a failure

    public GroupCommit(Database<TWriter> database, SqliteFileOptions options, IBatchObserver? observer, TimeProvider time)
    {
        _database = database;
        _options = options;
        _observer = observer;
        _time = time;
        _queue = new(options.QueueCapacity);
        _writer = database.Create();
        _checkpointer = new Checkpointer(database.OpenCheckpointer);
        new Thread(Run) { Name = "SQLite writer", IsBackground = true }.Start();
    }

    /// <summary>The age of the last durable write; null before the first, after a failure, and while the store closes.</summary>
    public TimeSpan? SinceLastCommit =>
        !_queue.IsClosed && Volatile.Read(ref _lastCommit) is not 0 and var at ? _time.GetElapsedTime(at) : null;

    /// <remarks>Throws the owner's exception for what is unavailable when the queue is full, or the file is closed.</remarks>
    public void Enqueue(IPendingWrite<TWriter> write)
    {
        if (_queue.TryAdd(write))
        {
            return;
        }

        if (_queue.IsClosed)
        {
            throw _database.Format.Unavailable($"The store {_database.Path} is closed.", null);
        }

        if (write.Saves > 0)
        {
            _observer?.WriteRefused();
        }

        throw _database.Format.Unavailable($"{_options.QueueCapacity} saves already wait for {_database.Path}: try again.", null);
    }

    /// <summary>Finishes the accepted saves, then closes the file.</summary>
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
        var start = _time.GetTimestamp();
        bool hasWritten;
        _queue.MoveTo(_batch, _options.MaxBatch);
        try
        {
            _writer ??= _database.ReopenWriter();
            _writer.Begin();
            var changes = _writer.Changes;
            WriteAll(_writer);
            hasWritten = _writer.Changes != changes || _batch.Exists(write => write.IsProbe);
            if (CountSaves() > 0)
            {
                _observer?.BatchTaken(_batch.Count < _options.MaxBatch ? 0 : _queue.Count);
            }

            var flush = _time.GetTimestamp();
            _writer.Commit();
            _linger.Flushed(_batch.Count, _queue.Count, _time.GetElapsedTime(flush));
        }
        catch (Exception exception)
        {
            // Any failure belongs to the saves that wait. This thread must go on.
            Report(committed: false, _time.GetElapsedTime(start));
            Fail(exception);
            return;
        }

        var end = _time.GetTimestamp();
        if (hasWritten)
        {
            Volatile.Write(ref _lastCommit, end);
        }

        _checkpointer.Written();
        Report(committed: true, _time.GetElapsedTime(start, end));
        _batch.ForEach(write => write.Complete());
    }

    private void WriteAll(WriterConnection<TWriter> writer)
    {
        var lingered = false;
        for (var written = 0; written < _batch.Count;)
        {
            for (; written < _batch.Count; written++)
            {
                _batch[written].Execute(writer.Statements);
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

    private void Fail(Exception exception)
    {
        Volatile.Write(ref _lastCommit, 0);

        // Closing rolls back. The next batch opens a new connection, since this one may have become useless.
        _writer?.Dispose();
        _writer = null;

        // Each save needs its own exception, since each is thrown on another thread.
        _batch.ForEach(write => write.Fail(exception switch
        {
            SqliteException sqlite => _database.Unavailable(sqlite),
            _ => _database.Format.Unavailable(exception.Message, exception),
        }));
    }

    private void Report(bool committed, TimeSpan elapsed)
    {
        var saves = CountSaves();
        if (saves == 0)
        {
            return; // the batch held no save
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

    private int CountSaves()
    {
        var saves = 0;
        foreach (var write in _batch)
        {
            saves += write.Saves;
        }

        return saves;
    }
}
