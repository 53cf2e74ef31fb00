using System.Net.Http.Headers;

namespace Gateway.Features.Upstream;

/// <summary>A response of <see cref="SocketsUpstream"/>.</summary>
internal sealed class SocketsResponse(HttpResponseMessage response, TransportFault faults) : IUpstreamResponse
{
    private readonly Stream _body = response.Content.ReadAsStream();

    public int HttpStatus => (int)response.StatusCode;

    public IEnumerable<KeyValuePair<string, string>> Headers => Pairs(response.Headers).Concat(Pairs(response.Content.Headers));

    public IEnumerable<KeyValuePair<string, string>> Trailers => Pairs(response.TrailingHeaders);

    public string? Header(string name) => Find(response.Headers, name) ?? Find(response.Content.Headers, name);

    public string? Trailer(string name) => Find(response.TrailingHeaders, name) ?? Find(response.Headers, name);

    public async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        try
        {
            return await _body.ReadAsync(buffer, cancellationToken);
        }
        catch (Exception exception) when (faults.Of(exception, cancellationToken) is { } fault)
        {
            // The headers are there, so the backend took the call, whatever happens now.
            var since = fault == UpstreamFault.NotTaken ? UpstreamFault.Broken : fault;
            throw new UpstreamException(since, exception.Message, exception);
        }
    }

    public void Dispose() => response.Dispose();

    private static string? Find(HttpHeaders headers, string name) =>
        headers.NonValidated.TryGetValues(name, out var values) ? values.ToString() : null;

    private static IEnumerable<KeyValuePair<string, string>> Pairs(HttpHeaders headers)
    {
        foreach (var (name, values) in headers.NonValidated)
        {
            foreach (var value in values)
            {
                yield return new(name, value);
            }
        }
    }
}
