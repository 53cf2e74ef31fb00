using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text.Json;
using Crash.Faults;

namespace Crash.Systems.Analyzer.Clients;

/// <summary>REST over HTTP/1.1: a report is the body as it came.</summary>
/// <param name="service">Or a gateway in front of it.</param>
/// <param name="throughGateway">Then two more refusals are honest: that the service broke off, and that it took too long.</param>
internal sealed class RestClient(Uri service, bool throughGateway = false) : IAnalyzerClient
{
    private const int PageSize = 1000;

    private readonly HttpMessageInvoker _client = new(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false });

    public string Way => "rest";

    public Task<Response<byte[]>> SubmitAsync(FileToSend file, CancellationToken cancellationToken) => SendAsync(
        new(HttpMethod.Post, new Uri(service, "/v1/files")) { Content = new FileContent(file) }, body => body, cancellationToken);

    public Task<Response<byte[]>> FindAsync(string id, CancellationToken cancellationToken) =>
        SendAsync(new(HttpMethod.Get, new Uri(service, $"/v1/files/{id}")), body => body, cancellationToken);

    public Task<Response<ReadBackPage>> ListAsync(string after, CancellationToken cancellationToken) => SendAsync(
        new(HttpMethod.Get, new Uri(service, $"/v1/files?limit={PageSize}&after={after}")), ReadPage, cancellationToken);

    public void Dispose() => _client.Dispose();

    private static ReadBackPage ReadPage(byte[] body)
    {
        using var page = JsonDocument.Parse(body);
        var reports = from report in page.RootElement.GetProperty("reports").EnumerateArray()
                      let id = report.TryGetProperty("sha256", out var sha256) ? $"{sha256}" : ""
                      select (id, JsonMarshal.GetRawUtf8Value(report).ToArray());
        return new([.. reports], page.RootElement.TryGetProperty("next", out var next) ? next.GetString()! : "");
    }

    private async Task<Response<T>> SendAsync<T>(HttpRequestMessage request, Func<byte[], T> read, CancellationToken cancellationToken)
        where T : class
    {
        try
        {
            using (request)
            {
                using var response = await _client.SendAsync(request, cancellationToken);
                var body = await response.Content.ReadAsByteArrayAsync(cancellationToken);
                var kind = KindOf(response);
                return kind is ResponseKind.New or ResponseKind.Known
                    ? new(kind, read(body))
                    : new(kind, null, Problem((int)response.StatusCode, body));
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return new(ResponseKind.Unanswered, null, "no answer in time");
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException or SocketException)
        {
            // .NET's client lets the last one through when a new connection breaks before it has looked who is at its other end.
            return new(ResponseKind.Unanswered, null, exception.GetBaseException().Message);
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException or KeyNotFoundException)
        {
            return new(ResponseKind.Wrong, null, exception.Message);
        }
    }

    /// <summary>A refusal has to say when to come again.</summary>
    private ResponseKind KindOf(HttpResponseMessage response) => response.StatusCode switch
    {
        HttpStatusCode.Created => ResponseKind.New,
        HttpStatusCode.OK => ResponseKind.Known,
        HttpStatusCode.NotFound => ResponseKind.NotFound,
        HttpStatusCode.TooManyRequests when response.Headers.RetryAfter is not null => ResponseKind.Busy,
        HttpStatusCode.ServiceUnavailable when response.Headers.RetryAfter is not null => ResponseKind.Refused,
        HttpStatusCode.BadGateway or HttpStatusCode.GatewayTimeout when throughGateway && response.Headers.RetryAfter is not null =>
            ResponseKind.Refused,
        _ => ResponseKind.Wrong,
    };

    /// <returns>The status, and the title of the problem (RFC 9457) where there is one.</returns>
    private static string Problem(int status, byte[] body)
    {
        try
        {
            using var problem = JsonDocument.Parse(body);
            return problem.RootElement.TryGetProperty("title", out var title) ? $"{status} {title}" : $"{status}";
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            return $"{status}";
        }
    }

    /// <summary>A raw body of declared length.</summary>
    private sealed class FileContent : HttpContent
    {
        private readonly FileToSend _file;

        public FileContent(FileToSend file)
        {
            _file = file;
            Headers.ContentType = new MediaTypeHeaderValue("application/pdf");
        }

        protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
            SerializeToStreamAsync(stream, context, CancellationToken.None);

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
        {
            foreach (var piece in _file.Pieces)
            {
                await stream.WriteAsync(piece, cancellationToken);
            }
        }

        protected override bool TryComputeLength(out long length)
        {
            length = _file.Size;
            return true;
        }
    }
}
