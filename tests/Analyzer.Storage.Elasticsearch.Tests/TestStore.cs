using Elasticsearch.Client.Transport;

namespace Analyzer.Storage.Elasticsearch.Tests;

internal static class TestStore
{
    /// <summary>A store on nodes a, b, c of <see cref="FakeElasticsearch"/>, with a time-out that nothing exceeds by chance.</summary>
    public static ElasticsearchStoreOptions Options(int nodes = 1) => new()
    {
        Cluster = new() { Url = string.Join(',', Enumerable.Range(0, nodes).Select(i => $"http://{(char)('a' + i)}:9200")) },
        Alias = "reports",
        Timeout = Deadline.Default,
        RevivalInterval = TimeSpan.FromMilliseconds(20),
    };

    /// <summary>The same store with another way to its cluster.</summary>
    public static ElasticsearchStoreOptions With(this ElasticsearchStoreOptions options, Func<ClusterOptions, ClusterOptions> change) =>
        options with { Cluster = change(options.Cluster) };
}
