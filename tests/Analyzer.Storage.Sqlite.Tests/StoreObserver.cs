using System.Collections.Concurrent;
using Analyzer.Core;

namespace Analyzer.Storage.Sqlite.Tests;

internal sealed class StoreObserver : IStoreObserver
{
    private int _refused;

    public ConcurrentQueue<int> Committed { get; } = new();

    public ConcurrentQueue<int> Failed { get; } = new();

    public int Refused => _refused;

    public void BatchCommitted(int size, int waiting, TimeSpan elapsed) => Committed.Enqueue(size);

    public void BatchFailed(int size, int waiting, TimeSpan elapsed) => Failed.Enqueue(size);

    public void SaveRefused() => Interlocked.Increment(ref _refused);
}
