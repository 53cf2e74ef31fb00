namespace Analyzer.Storage.Elasticsearch.Tests;

internal static class TestStore
{
    /// <summary>A store on nodes a, b, c of <see cref="FakeElasticsearch"/>, with a time-out that nothing exceeds by chance.</summary>
    public static ElasticsearchStoreOptions Options(int nodes = 1) => new()
    {
        Nodes = [.. Enumerable.Range(0, nodes).Select(i => new Uri($"http://{(char)('a' + i)}:9200"))],
        Alias = "reports",
        Timeout = Deadline.Default,
        RevivalInterval = TimeSpan.FromMilliseconds(20),
    };
}
