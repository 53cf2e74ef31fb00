using System.Diagnostics;
using System.IO.Compression;

namespace Elasticsearch.Client.Transport;

/// <summary>
/// Settings that the package lacks: the format of another version than its own, bodies that are compressed only when they are long, and
/// the name of the trace, by which the cluster's slow log calls a request.
/// </summary>
internal sealed class RequestHandler : DelegatingHandler
{
    /// <summary>Smaller bodies do not become smaller by compression.</summary>
    private const int SmallestCompressed = 1024;

    private const string PackagesVersion = "compatible-with=9";

    private readonly string _version;
    private readonly bool _gzip;

    public RequestHandler(ClusterOptions options, HttpMessageHandler inner)
        : base(inner)
    {
        _version = $"compatible-with={options.CompatibleWith}";
        _gzip = options.Gzip;
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        Rewrite(request.Headers, "Accept");
        if (Activity.Current?.TraceId.ToHexString() is { } trace)
        {
            request.Headers.TryAddWithoutValidation("X-Opaque-Id", trace);
        }

        if (request.Content is { } content)
        {
            Rewrite(content.Headers, "Content-Type");
            if (_gzip && content.Headers.ContentLength >= SmallestCompressed)
            {
                request.Content = await CompressAsync(content, cancellationToken);
            }
        }

        return await base.SendAsync(request, cancellationToken);
    }

    private static async Task<HttpContent> CompressAsync(HttpContent content, CancellationToken cancellationToken)
    {
        var compressed = new MemoryStream();
        await using (var gzip = new GZipStream(compressed, CompressionLevel.Fastest, leaveOpen: true))
        {
            await content.CopyToAsync(gzip, cancellationToken);
        }

        var result = new ReadOnlyMemoryContent(compressed.GetBuffer().AsMemory(0, (int)compressed.Length));
        result.Headers.TryAddWithoutValidation("Content-Type", content.Headers.NonValidated["Content-Type"].ToString());
        result.Headers.ContentEncoding.Add("gzip");
        return result;
    }

    private void Rewrite(System.Net.Http.Headers.HttpHeaders headers, string name)
    {
        if (headers.NonValidated.TryGetValues(name, out var values) && values.ToString() is var value && !value.Contains(_version))
        {
            headers.Remove(name);
            headers.TryAddWithoutValidation(name, value.Replace(PackagesVersion, _version, StringComparison.Ordinal));
        }
    }
}
