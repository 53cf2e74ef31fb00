using Microsoft.Data.Sqlite;
using Storage.Sqlite;

namespace Prober.Features.History.Storage;

/// <summary>The history in one SQLite file: one thread writes, in shared transactions; readers never wait for it.</summary>
internal sealed class HistoryFile : IAsyncDisposable
{
    private readonly Database<HistoryWriter> _database;
    private readonly GroupCommit<HistoryWriter> _writer;
    private readonly ReaderPool<HistoryWriter, HistoryReader> _readers;

    private HistoryFile(SqliteFileOptions options, TimeProvider time)
    {
        _database = new(HistoryFormat.Format, options);
        _writer = new(_database, options, observer: null, time);
        _readers = new(_database, connection => new HistoryReader(connection), options);
    }

    public string Path => _database.Path;

    /// <exception cref="HistoryRefusedException">Another prober writes to the file, or it is not one of ours.</exception>
    /// <exception cref="HistoryUnavailableException">It cannot be written.</exception>
    public static HistoryFile Open(SqliteFileOptions options, TimeProvider time)
    {
        options.Validate();
        return new(options, time);
    }

    /// <summary>Reads a file that another process may write to.</summary>
    /// <inheritdoc cref="Open"/>
    public static T ReadFrom<T>(string path, Func<HistoryReader, T> read)
    {
        using var database = new Database<HistoryWriter>(HistoryFormat.Format, new() { Path = path });
        database.VerifyReadable();
        try
        {
            using var reader = database.OpenReader(connection => new HistoryReader(connection));
            return read(reader);
        }
        catch (SqliteException exception)
        {
            throw database.Unavailable(exception);
        }
    }

    /// <summary>Reads the whole file and changes nothing.</summary>
    /// <returns>One sentence for each problem.</returns>
    /// <inheritdoc cref="Open"/>
    public static IReadOnlyList<string> Check(string path)
    {
        using var database = new Database<HistoryWriter>(HistoryFormat.Format, new() { Path = path });
        return database.CheckIntegrity(HistoryCheck.Run);
    }

    /// <summary>Everything is durable, in one transaction, when it returns.</summary>
    /// <exception cref="HistoryUnavailableException">Nothing was written.</exception>
    public Task WriteAsync(Action<HistoryWriter> write)
    {
        var pending = new PendingChange<HistoryWriter, bool>(writer =>
        {
            writer.Complete(write);
            return true;
        });
        _writer.Enqueue(pending);
        return pending.Done;
    }

    /// <exception cref="HistoryUnavailableException">The file cannot be read now.</exception>
    public ValueTask<T> ReadAsync<T>(Func<HistoryReader, T> read, CancellationToken cancellationToken) =>
        _readers.ReadAsync(read, cancellationToken);

    /// <summary>For the start of the prober, which has nothing else to do.</summary>
    public T Read<T>(Func<HistoryReader, T> read) => ReadAsync(read, CancellationToken.None).AsTask().GetAwaiter().GetResult();

    public async ValueTask DisposeAsync()
    {
        _readers.Dispose();
        await _writer.DisposeAsync();
        _database.Dispose();
    }
}
