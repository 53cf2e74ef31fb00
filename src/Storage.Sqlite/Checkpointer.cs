using Microsoft.Data.Sqlite;

namespace Storage.Sqlite;

/// <summary>
/// Copies the log into the database on a thread and a connection of its own, so that no save waits for it: a PASSIVE checkpoint blocks
/// nobody (sqlite.org/pragma.html, wal_checkpoint). The writer's automatic checkpoint stays, and limits the log when this thread cannot
/// keep up.
/// </summary>
internal sealed class Checkpointer : IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly Func<SqliteConnection> _open;
    private readonly ManualResetEventSlim _closing = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private SqliteConnection? _connection;
    private bool _written;

    public Checkpointer(Func<SqliteConnection> open)
    {
        _open = open;
        new Thread(Run) { Name = "SQLite checkpointer", IsBackground = true, Priority = ThreadPriority.BelowNormal }.Start();
    }

    /// <summary>Tells that something was committed.</summary>
    public void Written() => Volatile.Write(ref _written, true);

    public async ValueTask DisposeAsync()
    {
        _closing.Set();
        await _ended.Task;
    }

    private void Run()
    {
        while (!_closing.Wait(Interval))
        {
            if (Interlocked.Exchange(ref _written, false))
            {
                Checkpoint();
            }
        }

        _connection?.Dispose();
        _ended.SetResult();
    }

    private void Checkpoint()
    {
        try
        {
            _connection ??= _open();
            _connection.Execute("PRAGMA wal_checkpoint(PASSIVE)");
        }
        catch (SqliteException)
        {
            // Nothing is lost: the log only grows. The writer meets the same failure and reports it. The next round tries again.
            _connection?.Dispose();
            _connection = null;
            Written();
        }
    }
}
