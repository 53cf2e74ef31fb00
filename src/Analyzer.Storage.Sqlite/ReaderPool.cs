using Analyzer.Core;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// Up to <see cref="SqliteStoreOptions.Readers"/> read-only connections, opened as needed and kept. SQLite has no asynchronous calls: a
/// look-up runs on its caller's thread, where it takes microseconds; only waiting for a free connection is asynchronous.
/// </summary>
internal sealed class ReaderPool(Database database, SqliteStoreOptions options) : IDisposable
{
    private readonly SemaphoreSlim _free = new(options.Readers);
    private readonly Stack<ReportReader> _idle = new();
    private readonly Lock _lock = new();
    private bool _disposed;

    /// <exception cref="StoreUnavailableException">The file cannot be read, all connections stay busy, or the store is closed.</exception>
    public ValueTask<T> ReadAsync<T>(Func<ReportReader, T> read, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return _free.Wait(0, CancellationToken.None) ? new(Read(read)) : WaitAndReadAsync(read, cancellationToken);
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _disposed = true;
            while (_idle.TryPop(out var reader))
            {
                reader.Dispose();
            }
        }
    }

    private async ValueTask<T> WaitAndReadAsync<T>(Func<ReportReader, T> read, CancellationToken cancellationToken) =>
        await _free.WaitAsync(options.BusyTimeout, cancellationToken)
            ? Read(read)
            : throw new StoreUnavailableException($"All {options.Readers} connections that read {database.Path} are busy: try again.");

    private T Read<T>(Func<ReportReader, T> read)
    {
        ReportReader? reader = null;
        try
        {
            reader = Rent();
            var result = read(reader);
            Return(reader);
            return result;
        }
        catch (SqliteException e)
        {
            // Not put back: the next one is opened afresh, and so finds a file that was repaired meanwhile.
            reader?.Dispose();
            throw SqliteFailure.Unavailable(e, database.Path);
        }
        finally
        {
            _free.Release();
        }
    }

    private ReportReader Rent()
    {
        lock (_lock)
        {
            if (_disposed)
            {
                throw Closed();
            }

            if (_idle.TryPop(out var reader))
            {
                return reader;
            }
        }

        return database.OpenReader();
    }

    private void Return(ReportReader reader)
    {
        lock (_lock)
        {
            if (!_disposed)
            {
                _idle.Push(reader);
                return;
            }
        }

        reader.Dispose();
    }

    private StoreUnavailableException Closed() => new($"The store {database.Path} is closed.");
}
