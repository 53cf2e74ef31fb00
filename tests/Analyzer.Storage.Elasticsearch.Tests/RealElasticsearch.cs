using System.Net.Http.Headers;
using System.Text;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>A real server (<see cref="ElasticsearchFixture"/>), and options for stores on it. All tests of a class share it.</summary>
public abstract class RealElasticsearch(ElasticsearchFixture cluster) : IAsyncDisposable
{
    /// <returns>Options for a store with its own index, and with time-outs for a busy machine.</returns>
    public async Task<ElasticsearchStoreOptions> SkipUnlessPresentAsync() => new()
    {
        Nodes = [.. (await cluster.SkipUnlessPresentAsync()).Split(',').Select(address => new Uri(address.Trim()))],
        Alias = $"test-{Guid.NewGuid():n}",
        UserName = cluster.UserName,
        Password = cluster.Password,
        Timeout = Deadline.Default,
        AttemptTimeout = Deadline.Default / 2,
    };

    /// <summary>A plain HTTP client, for requests that the store does not make.</summary>
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

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return cluster.DisposeAsync();
    }
}
