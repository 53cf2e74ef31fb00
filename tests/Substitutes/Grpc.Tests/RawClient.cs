using System.Net;
using System.Net.Http.Headers;

namespace Grpc.Tests;

/// <summary>Sends what no gRPC client would, and shows the response as it is.</summary>
internal sealed class RawClient(GrpcHost host) : IDisposable
{
    private readonly HttpClient _http = new() { BaseAddress = new Uri(host.Address) };

    /// <param name="body">The whole request body, frames and all.</param>
    public async Task<RawAnswer> PostAsync(
        string method, byte[] body, CancellationToken cancellationToken, params (string Name, string Value)[] headers)
    {
        using var content = new ByteArrayContent(body);
        using var request = Request(method, content, headers);
        return await SendAsync(request, cancellationToken);
    }

    public static HttpRequestMessage Request(string method, HttpContent content, params (string Name, string Value)[] headers)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, method)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = content,
        };
        content.Headers.ContentType = new MediaTypeHeaderValue("application/grpc");
        foreach (var (name, value) in headers)
        {
            request.Headers.TryAddWithoutValidation(name, value).ShouldBeTrue();
        }

        return request;
    }

    public async Task<RawAnswer> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        using var response = await _http.SendAsync(request, cancellationToken);
        var body = await response.Content.ReadAsByteArrayAsync(cancellationToken);
        return new RawAnswer(
            (int)response.StatusCode,
            Read(response.Headers),
            Read(response.TrailingHeaders),
            response.Content.Headers.ContentType?.ToString(),
            body);
    }

    public void Dispose() => _http.Dispose();

    private static Dictionary<string, string> Read(HttpHeaders headers) =>
        headers.ToDictionary(header => header.Key, header => string.Join(", ", header.Value), StringComparer.OrdinalIgnoreCase);
}
