using System.Net.Http.Headers;
using System.Text;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>A real server (<see cref="ElasticsearchFixture"/>), and options for stores on it. All tests of a class share it.</summary>
public abstract class RealElasticsearch(ElasticsearchFixture cluster) : IAsyncDisposable
{
    /// <summary>The version of a server that the fixture starts.</summary>
    public int Version => cluster.StartedVersion;

    /// <returns>Options for a store with its own index, and with time-outs for a busy machine.</returns>
    public async Task<ElasticsearchStoreOptions> SkipUnlessPresentAsync() => new()
    {
        Cluster = new()
        {
            Url = await cluster.SkipUnlessPresentAsync(),
            UserName = cluster.UserName,
            Password = cluster.Password,
        },
        Alias = $"test-{Guid.NewGuid():n}",
        Timeout = Deadline.Default,
        AttemptTimeout = Deadline.Default / 2,
    };

    /// <summary>A plain HTTP client, for requests that the store does not make.</summary>
    public static HttpClient CreateClient(ElasticsearchStoreOptions options)
    {
        var client = new HttpClient { BaseAddress = options.Cluster.Nodes[0] };
        if (options.Cluster.UserName is { } user)
        {
            var credentials = Encoding.UTF8.GetBytes($"{user}:{options.Cluster.Password}");
            client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(credentials));
        }

        return client;
    }

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return cluster.DisposeAsync();
    }
}
