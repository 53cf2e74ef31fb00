using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// Copies the log into the database on a thread and connection of its own, so that no save waits for it: a PASSIVE checkpoint blocks
/// nobody (sqlite.org/pragma.html, wal_checkpoint). The writer's own automatic checkpoint stays as the bound of the log, for when this
/// one cannot keep up.
/// </summary>
internal sealed class Checkpointer : IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly Database _database;
    private readonly ManualResetEventSlim _closing = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private SqliteConnection? _connection;
    private bool _written;

    public Checkpointer(Database database)
    {
        _database = database;
        new Thread(Run) { Name = "SQLite checkpointer", IsBackground = true, Priority = ThreadPriority.BelowNormal }.Start();
    }

    /// <summary>Something was committed since the last round.</summary>
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
            _connection ??= _database.OpenCheckpointer();
            _connection.Execute("PRAGMA wal_checkpoint(PASSIVE)");
        }
        catch (SqliteException)
        {
            // Nothing is lost, the log only grows; the writer meets the same trouble and reports it. The next round tries anew.
            _connection?.Dispose();
            _connection = null;
            Written();
        }
    }
}
