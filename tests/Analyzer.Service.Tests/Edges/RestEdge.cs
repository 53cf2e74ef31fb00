using Hosting.Errors;
using System.Globalization;
using System.Net;
using System.Text.Json.Nodes;

namespace Analyzer.Service.Tests.Edges;

/// <summary>REST over one HTTP version, the file as the raw body or in a form.</summary>
internal sealed class RestEdge(Uri address, Version version, bool multipart = false) : IEdge
{
    private readonly HttpClient _client = new(version.Major == 1 ? new EagerHttp1Handler() : new SocketsHttpHandler())
    {
        BaseAddress = address,
        DefaultRequestVersion = version,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
    };

    public async Task<Answer> SubmitAsync(IAsyncEnumerable<byte[]> pieces, string? sha256, long? size, CancellationToken cancellationToken)
    {
        HttpContent body = new PiecesContent(pieces, multipart ? null : size);
        if (multipart)
        {
            body = new MultipartFormDataContent { { body, "file", "sample.pdf" } };
        }

        var query = sha256 is null ? "" : $"?sha256={Uri.EscapeDataString(sha256)}";
        using var response = await _client.PostAsync($"/v1/files{query}", body, cancellationToken);
        return await ReadAsync(response, cancellationToken);
    }

    public async Task<Answer> FindAsync(string sha256, CancellationToken cancellationToken)
    {
        using var response = await _client.GetAsync($"/v1/files/{Uri.EscapeDataString(sha256)}", cancellationToken);
        return await ReadAsync(response, cancellationToken);
    }

    public async Task<Answer> DeleteAsync(string sha256, CancellationToken cancellationToken)
    {
        using var response = await _client.DeleteAsync($"/v1/files/{Uri.EscapeDataString(sha256)}", cancellationToken);
        return response.StatusCode == HttpStatusCode.NoContent
            ? new Answer("204", await response.Content.ReadAsStringAsync(cancellationToken), null, null, null)
            : await ReadAsync(response, cancellationToken);
    }

    public async Task<Answer> ListAsync(Listing arguments, CancellationToken cancellationToken)
    {
        using var response = await _client.GetAsync($"/v1/files?{arguments.ToQueryString()}", cancellationToken);
        var answer = await ReadAsync(response, cancellationToken);
        if (!response.IsSuccessStatusCode)
        {
            return answer;
        }

        var reports = answer.Report!["reports"]!.AsArray().Select(report => (string)report!["sha256"]!);
        return answer with { Detail = string.Join(',', [.. reports, (string?)answer.Report["next"] ?? ""]), Report = null };
    }

    public string StatusOf(ErrorKind kind) => kind.HttpStatus.ToString(CultureInfo.InvariantCulture);

    public void Dispose() => _client.Dispose();

    private static async Task<Answer> ReadAsync(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        var body = JsonNode.Parse(await response.Content.ReadAsStringAsync(cancellationToken))!.AsObject();
        var status = ((int)response.StatusCode).ToString(CultureInfo.InvariantCulture);
        if (response.IsSuccessStatusCode)
        {
            return new Answer(status, "", response.StatusCode == HttpStatusCode.OK, Answer.WithoutTimes(body), null);
        }

        response.Content.Headers.ContentType!.MediaType.ShouldBe("application/problem+json");
        ((string?)body["type"])!.ShouldStartWith("urn:analyzer:problem:");
        ((int)body["status"]!).ShouldBe((int)response.StatusCode);
        return new Answer(status, (string)body["detail"]!, null, null, response.Headers.RetryAfter?.Delta);
    }
}
