namespace Elasticsearch.Client.Transport;

/// <summary>Random pauses, so that callers that failed together do not all come back together.</summary>
public static class Jitter
{
    /// <returns>A time from zero up to <paramref name="max"/>.</returns>
    public static TimeSpan UpTo(TimeSpan max)
    {
#pragma warning disable RS0030 // A seed would give every service the same pauses.
        return max * Random.Shared.NextDouble();
#pragma warning restore RS0030
    }
}
