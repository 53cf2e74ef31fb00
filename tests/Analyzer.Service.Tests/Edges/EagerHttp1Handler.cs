using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Analyzer.Service.Tests.Edges;

/// <summary>
/// HTTP/1.1 that listens while it sends, one connection per request. The framework's own client reads the answer only when all is sent,
/// and so never sees a refusal that comes in the middle of an upload; curl and browsers do.
/// </summary>
internal sealed class EagerHttp1Handler : HttpMessageHandler
{
    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(request.RequestUri!.Host, request.RequestUri.Port, cancellationToken);
        await using var stream = client.GetStream();

        using var answered = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var sending = SendAsync(request, stream, answered.Token);
        var response = await ReceiveAsync(new StreamReader(stream, Encoding.Latin1), cancellationToken);
        await answered.CancelAsync();
        await sending;
        return response;
    }

    private static async Task SendAsync(HttpRequestMessage request, NetworkStream stream, CancellationToken cancellationToken)
    {
        var body = request.Content;
        var length = body?.Headers.ContentLength;
        var head = new StringBuilder($"{request.Method} {request.RequestUri!.PathAndQuery} HTTP/1.1\r\n");
        head.Append(CultureInfo.InvariantCulture, $"Host: {request.RequestUri.Authority}\r\nConnection: close\r\n");
        head.Append(body is null ? "" : length is null ? "Transfer-Encoding: chunked\r\n" : "");
        head.Append($"{body?.Headers}".ReplaceLineEndings("\r\n")); // these are of the platform

        // Like the framework's own clients: the current span, if there is one, is the request's parent.
        DistributedContextPropagator.Current
            .Inject(Activity.Current, head, static (head, name, value) => ((StringBuilder)head!).Append($"{name}: {value}\r\n"));
        head.Append("\r\n");
        try
        {
            await stream.WriteAsync(Encoding.Latin1.GetBytes(head.ToString()), cancellationToken);
            if (body is not null)
            {
                await body.CopyToAsync(length is null ? new ChunkedStream(stream) : stream, cancellationToken);
                await stream.WriteAsync(length is null ? "0\r\n\r\n"u8.ToArray() : [], cancellationToken);
            }
        }
        catch (Exception ended) when (ended is OperationCanceledException or IOException or HttpRequestException)
        {
            // Answered already; the answer says why.
        }
    }

    private static async Task<HttpResponseMessage> ReceiveAsync(StreamReader reader, CancellationToken cancellationToken)
    {
        var status = await reader.ReadLineAsync(cancellationToken) ?? throw new IOException("The connection ended without an answer.");
        var code = (HttpStatusCode)int.Parse(status.Split(' ')[1], CultureInfo.InvariantCulture);
        var response = new HttpResponseMessage(code) { Content = new StreamContent(Stream.Null) };
        var headers = new List<(string Name, string Value)>();
        while (await reader.ReadLineAsync(cancellationToken) is { Length: > 0 } line)
        {
            var colon = line.IndexOf(':', StringComparison.Ordinal);
            headers.Add((line[..colon], line[(colon + 1)..].Trim()));
        }

        var chunked = headers.Any(header => header.Name.Equals("Transfer-Encoding", StringComparison.OrdinalIgnoreCase));
        var length = headers.FirstOrDefault(header => header.Name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase)).Value;
        var body = new StringBuilder();
        for (var count = await NextAsync(); count > 0; count = chunked ? await NextAsync() : 0)
        {
            var chunk = new char[count];
            await reader.ReadBlockAsync(chunk, cancellationToken);
            body.Append(chunk);
            _ = chunked ? await reader.ReadLineAsync(cancellationToken) : null;
        }

        response.Content = new ByteArrayContent(Encoding.Latin1.GetBytes(body.ToString()));
        foreach (var (name, value) in headers)
        {
            _ = response.Headers.TryAddWithoutValidation(name, value) || response.Content.Headers.TryAddWithoutValidation(name, value);
        }

        return response;

        async Task<int> NextAsync() => chunked
            ? int.Parse((await reader.ReadLineAsync(cancellationToken))!, NumberStyles.HexNumber, CultureInfo.InvariantCulture)
            : int.Parse(length ?? "0", CultureInfo.InvariantCulture);
    }
}
