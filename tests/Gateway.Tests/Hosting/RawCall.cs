using System.Net;
using System.Net.Http.Headers;

namespace Gateway.Tests.Hosting;

/// <summary>A gRPC call as any stranger can send it: its path byte for byte, and fields that a gRPC client would not let out.</summary>
internal static class RawCall
{
    private static readonly UriCreationOptions AsItIs = new() { DangerousDisablePathAndQueryCanonicalization = true };

    /// <param name="host">Takes HTTP/2 in cleartext.</param>
    /// <param name="path">Goes out as it is.</param>
    /// <param name="message">The message; none is an empty one.</param>
    /// <param name="timeout">Value of <c>grpc-timeout</c>; null for none.</param>
    /// <param name="binary">Value of <c>x-bin</c>, as it is; null for none.</param>
    /// <returns>The whole response, with its trailers.</returns>
    public static async Task<HttpResponseMessage> SendAsync(
        Uri host, string path, byte[]? message = null, string? timeout = null, string? binary = null)
    {
        using var http = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri($"http://{host.Authority}{path}", AsItIs))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent([0, 0, 0, 0, (byte)(message?.Length ?? 0), .. message ?? []])
            {
                Headers = { ContentType = new MediaTypeHeaderValue("application/grpc") },
            },
        };
        request.Headers.TryAddWithoutValidation("te", "trailers");
        if (timeout is not null)
        {
            request.Headers.TryAddWithoutValidation("grpc-timeout", timeout);
        }

        if (binary is not null)
        {
            request.Headers.TryAddWithoutValidation("x-bin", binary);
        }

        return await http.SendAsync(request, TestContext.Current.CancellationToken).Within();
    }
}
