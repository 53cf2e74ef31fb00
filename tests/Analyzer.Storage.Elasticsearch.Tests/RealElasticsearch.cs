using System.Net.Http.Headers;
using System.Text;
using Analyzer.Storage.Elasticsearch.Tests;

[assembly: AssemblyFixture(typeof(RealElasticsearch))]

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>The real server (<see cref="ElasticsearchCluster"/>), as stores see it.</summary>
public sealed class RealElasticsearch : IAsyncDisposable
{
    private readonly ElasticsearchCluster _cluster = new();

    /// <returns>Options for a store of its own, with time-outs for a machine that is busy with other things.</returns>
    public async Task<ElasticsearchStoreOptions> SkipUnlessPresentAsync() => new()
    {
        Nodes = [.. (await _cluster.SkipUnlessPresentAsync()).Split(',').Select(address => new Uri(address.Trim()))],
        Alias = $"test-{Guid.NewGuid():n}",
        UserName = ElasticsearchCluster.UserName,
        Password = ElasticsearchCluster.Password,
        Timeout = Deadline.Default,
        AttemptTimeout = Deadline.Default / 2,
    };

    /// <summary>A plain client, for what the store itself cannot do.</summary>
    public static HttpClient CreateClient(ElasticsearchStoreOptions options)
    {
        var client = new HttpClient { BaseAddress = options.Nodes[0] };
        if (options.UserName is { } user)
        {
            var credentials = Encoding.UTF8.GetBytes($"{user}:{options.Password}");
            client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(credentials));
        }

        return client;
    }

    public ValueTask DisposeAsync() => _cluster.DisposeAsync();
}
