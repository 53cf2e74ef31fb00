namespace Elasticsearch.Client.Bulk;

/// <summary>
/// Hears of each bulk request before its writers do, for metrics. It is called on the batcher's own tasks: return at once, and throw
/// nothing.
/// </summary>
public interface IBulkObserver
{
    /// <summary>A bulk request is about to be sent, and takes no more writes.</summary>
    /// <param name="left">The number of writes that wait for another, because this one is full; 0 unless it is.</param>
    void Taken(int left);

    /// <summary>The cluster answered for every write of a request.</summary>
    /// <param name="size">The number of writes in the request.</param>
    /// <param name="waiting">The number of writes still in the queue.</param>
    /// <param name="elapsed">The time from taking the writes to the answer.</param>
    void Committed(int size, int waiting, TimeSpan elapsed);

    /// <summary>A request failed as a whole, and none of its writes was acknowledged.</summary>
    /// <inheritdoc cref="Committed"/>
    void Failed(int size, int waiting, TimeSpan elapsed);

    /// <summary>A write was refused because the queue was full.</summary>
    void Refused();
}
