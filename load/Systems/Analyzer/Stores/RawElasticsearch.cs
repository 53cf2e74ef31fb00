using System.Net.Http.Headers;
using System.Text;
using Load.Machine;

namespace Load.Systems.Analyzer.Stores;

/// <summary>Bulk requests over HttpClient, two under way: while one is flushed the other is parsed.</summary>
/// <param name="url">Nodes; the first is asked.</param>
internal sealed class RawElasticsearch(string url) : IRawStore
{
    /// <summary>With 64 submitters no more can be under way.</summary>
    private const int Submitters = 64;

    private readonly string _index = $"lab-raw-{Guid.NewGuid():n}";
    private readonly SemaphoreSlim _opening = new(1);
    private readonly ElasticsearchServer _server = new(url);
    private bool _open;

    public int BatchSize => Submitters / AtOnce;

    public int AtOnce => 2;

    public async Task WriteAsync(RawBatch batch, CancellationToken cancellationToken)
    {
        await OpenAsync(cancellationToken);
        var lines = new MemoryStream();
        for (var i = 0; i < batch.Ids.Count; i++)
        {
            lines.Write(Encoding.ASCII.GetBytes($$$"""{"create":{"_id":"{{{Convert.ToHexStringLower(batch.Ids[i])}}}"}}"""));
            lines.WriteByte((byte)'\n');
            lines.Write(batch.Reports[i]);
            lines.WriteByte((byte)'\n');
        }

        var body = new ByteArrayContent(lines.GetBuffer(), 0, (int)lines.Length);
        body.Headers.ContentType = new MediaTypeHeaderValue("application/x-ndjson");
        var answer = await _server.SendAsync(HttpMethod.Post, $"/{_index}/_bulk?filter_path=errors", body, cancellationToken);
        if (answer is not """{"errors":false}""")
        {
            throw new LabException($"The raw bulk request to {url} failed: {answer}");
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_open)
        {
            await _server.SendAsync(HttpMethod.Delete, $"/{_index}", null, CancellationToken.None);
        }

        _server.Dispose();
        _opening.Dispose();
    }

    private async Task OpenAsync(CancellationToken cancellationToken)
    {
        await _opening.WaitAsync(cancellationToken);
        try
        {
            if (!_open)
            {
                var creation = new StringContent(
                    """
                    { "settings": { "number_of_shards": 1, "number_of_replicas": 1, "refresh_interval": "1s",
                        "translog.durability": "request",
                                    "sort.field": ["analyzedAt", "sha256"], "sort.order": ["desc", "desc"] },
                      "mappings": { "dynamic": false, "properties": {
                        "sha256": { "type": "keyword" }, "analyzedAt": { "type": "date" }, "verdict": { "type": "keyword" } } } }
                    """, Encoding.UTF8, "application/json");
                await _server.SendAsync(HttpMethod.Put, $"/{_index}", creation, cancellationToken);
                _open = true;
            }
        }
        finally
        {
            _opening.Release();
        }
    }
}
