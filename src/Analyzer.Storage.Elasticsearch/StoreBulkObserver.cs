using Analyzer.Core;
using Elasticsearch.Client.Bulk;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>A bulk request is one of the store's batches.</summary>
internal sealed class StoreBulkObserver(IStoreObserver observer) : IBulkObserver
{
    public void Taken(int left) => observer.BatchTaken(left);

    public void Committed(int size, int waiting, TimeSpan elapsed) => observer.BatchCommitted(size, waiting, elapsed);

    public void Failed(int size, int waiting, TimeSpan elapsed) => observer.BatchFailed(size, waiting, elapsed);

    public void Refused() => observer.SaveRefused();
}
