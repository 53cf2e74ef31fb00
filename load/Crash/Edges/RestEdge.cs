using System.Net;
using System.Runtime.InteropServices;
using System.Text.Json;
using Load.Corpus;
using Load.Transports;
using Load.Transports.Rest;

namespace Load.Crash.Edges;

/// <summary>REST over HTTP/1.1: a report is what stands in the body, untouched.</summary>
internal sealed class RestEdge(Uri service) : IEdge
{
    private const int PageSize = 1000;
    private readonly HttpMessageInvoker _client = new(Handler.New(new WireCounter()));

    public string Name => "rest";

    public Task<Response<byte[]>> SubmitAsync(Upload upload, CancellationToken cancellationToken) =>
        SendAsync(new(HttpMethod.Post, new Uri(service, "/v1/files")) { Content = new UploadContent(upload) }, body => body, cancellationToken);

    public Task<Response<byte[]>> FindAsync(Digest id, CancellationToken cancellationToken) =>
        SendAsync(new(HttpMethod.Get, new Uri(service, $"/v1/files/{id}")), body => body, cancellationToken);

    public Task<Response<ListedPage>> ListAsync(string after, CancellationToken cancellationToken) =>
        SendAsync(new(HttpMethod.Get, new Uri(service, $"/v1/files?limit={PageSize}&after={after}")), Page, cancellationToken);

    public void Dispose() => _client.Dispose();

    private static ListedPage Page(byte[] body)
    {
        using var page = JsonDocument.Parse(body);
        var reports = page.RootElement.GetProperty("reports").EnumerateArray().Select(report => JsonMarshal.GetRawUtf8Value(report).ToArray());
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
                return response.StatusCode switch
                {
                    HttpStatusCode.Created => new(ResponseKind.New, read(body)),
                    HttpStatusCode.OK => new(ResponseKind.Known, read(body)),
                    HttpStatusCode.NotFound => new(ResponseKind.NotFound, null, Problem(response, body)),
                    HttpStatusCode.ServiceUnavailable or HttpStatusCode.TooManyRequests when response.Headers.RetryAfter is not null =>
                        new(ResponseKind.Refused, null, Problem(response, body)),
                    _ => new(ResponseKind.Wrong, null, Problem(response, body)),
                };
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return new(ResponseKind.Unanswered, null, "no answer in time");
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException)
        {
            return new(ResponseKind.Unanswered, null, exception.GetBaseException().Message);
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException or KeyNotFoundException)
        {
            return new(ResponseKind.Wrong, null, exception.Message);
        }
    }

    private static string Problem(HttpResponseMessage response, byte[] body) => ReportJson.Problem((int)response.StatusCode, body);
}
