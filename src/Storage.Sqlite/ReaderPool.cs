using Microsoft.Data.Sqlite;

namespace Storage.Sqlite;

/// <summary>
/// Up to <see cref="SqliteFileOptions.Readers"/> read-only connections, opened when needed and kept. SQLite has no asynchronous calls: a
/// look-up takes microseconds on its caller's thread. Only waiting for a free connection is asynchronous.
/// </summary>
public sealed class ReaderPool<TWriter, TReader>(
    Database<TWriter> database, Func<SqliteConnection, TReader> prepare, SqliteFileOptions options) : IDisposable
    where TReader : class, IDisposable
{
    private readonly SemaphoreSlim _free = new(options.Readers);
    private readonly Stack<TReader> _idle = new();
    private readonly Lock _lock = new();
    private bool _disposed;

    /// <remarks>
    /// Throws the owner's exception for what is unavailable when the file cannot be read, all connections stay busy, or the store is
    /// closed.
    /// </remarks>
    public ValueTask<T> ReadAsync<T>(Func<TReader, T> read, CancellationToken cancellationToken) =>
        ReadAsync(read, static (reader, read) => read(reader), cancellationToken);

    /// <param name="state">Passed to the read, so that it captures nothing.</param>
    /// <param name="read">Reads on a connection that nobody else uses meanwhile.</param>
    /// <param name="cancellationToken">Ends the wait for a connection.</param>
    /// <inheritdoc cref="ReadAsync{T}(Func{TReader, T}, CancellationToken)" path="/remarks"/>
    public ValueTask<T> ReadAsync<TState, T>(TState state, Func<TReader, TState, T> read, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return _free.Wait(0, CancellationToken.None) ? new(Read(state, read)) : WaitAndReadAsync(state, read, cancellationToken);
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

    private async ValueTask<T> WaitAndReadAsync<TState, T>(
        TState state, Func<TReader, TState, T> read, CancellationToken cancellationToken) =>
        await _free.WaitAsync(options.BusyTimeout, cancellationToken)
            ? Read(state, read)
            : throw database.Format.Unavailable($"All {options.Readers} connections that read {database.Path} are busy: try again.", null);

    private T Read<TState, T>(TState state, Func<TReader, TState, T> read)
    {
        TReader? reader = null;
        try
        {
            reader = Rent();
            var result = read(reader, state);
            Return(reader);
            return result;
        }
        catch (Exception exception)
        {
            // The reader is not returned: a new one will find a file that was repaired meanwhile.
            reader?.Dispose();
            if (exception is SqliteException failure)
            {
                throw database.Unavailable(failure);
            }

            throw;
        }
        finally
        {
            _free.Release();
        }
    }

    private TReader Rent()
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

        return database.OpenReader(prepare);
    }

    private void Return(TReader reader)
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

    private Exception Closed() => database.Format.Unavailable($"The store {database.Path} is closed.", null);
}
