using System.Net;
using Load.Measuring;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Transports.Rest;

/// <param name="client">Shared.</param>
/// <param name="service">Its address.</param>
/// <param name="version">Of HTTP; no other is taken instead.</param>
internal sealed class HttpCaller(HttpMessageInvoker client, Uri service, Version version) : ICaller
{
    private readonly Uri _files = new(service, "/v1/files");
    private readonly Uri _empty = new(service, "/ceilings/empty");

    /// <summary>A report has about 1 KB; the buffer grows should one have more.</summary>
    private byte[] _body = new byte[16 * 1024];

    /// <summary>The length of the last answer in it.</summary>
    private int _length;

    public Task<AnalyzerResponse> SubmitAsync(Upload upload, CancellationToken cancellationToken) =>
        SendAsync(Post(_files, upload), RestResponse.Report, cancellationToken);

    /// <summary>Content-Digest (RFC 9530), and the body waits for 100 Continue.</summary>
    public Task<AnalyzerResponse> SubmitNamedAsync(Upload upload, TimeSpan over, CancellationToken cancellationToken)
    {
        if (over > TimeSpan.Zero)
        {
            throw new NotSupportedException("REST over HTTP/2 and HTTP/3 has no slow sender.");
        }

        var request = Post(_files, upload);
        request.Content!.Headers.TryAddWithoutValidation(
            "Content-Digest", $"sha-256=:{Convert.ToBase64String(upload.Sha256.ToByteArray())}:");
        request.Headers.ExpectContinue = true;
        return SendAsync(request, RestResponse.Report, cancellationToken);
    }

    public async Task<AnalyzerResponse> AbortAsync(Upload upload, CancellationToken cancellationToken)
    {
        using var abort = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var request = Versioned(new HttpRequestMessage(HttpMethod.Post, _files)
        {
            Content = new UploadContent(upload, abort.CancelAsync),
        });
        try
        {
            using var response = await client.SendAsync(request, abort.Token);
            return AnalyzerResponse.Failed($"answered {(int)response.StatusCode} to half an upload");
        }
        catch (Exception exception) when (exception is OperationCanceledException or HttpRequestException && abort.IsCancellationRequested)
        {
            return cancellationToken.IsCancellationRequested ? AnalyzerResponse.TimedOut() : AnalyzerResponse.Aborted();
        }
        catch (Exception exception) when (RestResponse.None(exception, cancellationToken) is { } none)
        {
            return none;
        }
    }

    public Task<AnalyzerResponse> LookUpAsync(Digest sha256, CancellationToken cancellationToken) =>
        SendAsync(Get($"/v1/files/{sha256}"), RestResponse.Report, cancellationToken);

    public Task<AnalyzerResponse> ListAsync(string after, CancellationToken cancellationToken) =>
        SendAsync(Get($"/v1/files?limit={ICaller.PageSize}&after={after}"), RestResponse.Page, cancellationToken);

    public async Task<(AnalyzerResponse Response, IReadOnlyList<TimedSpan> Saves)> SaveAsync(
        int count, CancellationToken cancellationToken)
    {
        var answer = await SendAsync(new HttpRequestMessage(HttpMethod.Post, new Uri(service, $"/ceilings/save?count={count}")),
            RestResponse.Count, cancellationToken);
        return answer.Kind == AnalyzerResponseKind.Counted ? (answer, SavesJson.Read(_body.AsSpan(0, _length))) : (answer, []);
    }

    public Task<AnalyzerResponse> EmptyAsync(CancellationToken cancellationToken) =>
        SendAsync(new HttpRequestMessage(HttpMethod.Get, _empty), RestResponse.Empty, cancellationToken);

    public Task<AnalyzerResponse> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken) =>
        SendAsync(Post(new Uri(service, UploadPath.Of(step)), upload), RestResponse.Count, cancellationToken);

    public void Dispose()
    {
        // The client is shared.
    }

    private HttpRequestMessage Get(string pathAndQuery) => new(HttpMethod.Get, new Uri(service, pathAndQuery));

    private static HttpRequestMessage Post(Uri uri, Upload upload) => new(HttpMethod.Post, uri) { Content = new UploadContent(upload) };

    private HttpRequestMessage Versioned(HttpRequestMessage request)
    {
        request.Version = version;
        request.VersionPolicy = HttpVersionPolicy.RequestVersionExact;
        return request;
    }

    private async Task<AnalyzerResponse> SendAsync(
        HttpRequestMessage request, RestResponse.Reader read, CancellationToken cancellationToken)
    {
        try
        {
            using (request)
            {
                using var response = await client.SendAsync(Versioned(request), cancellationToken);
                _length = await ReadBodyAsync(response.Content, cancellationToken);
                return read(response.StatusCode, _body.AsSpan(0, _length));
            }
        }
        catch (Exception exception) when (RestResponse.None(exception, cancellationToken) is { } none)
        {
            return none;
        }
    }

    private async Task<int> ReadBodyAsync(HttpContent content, CancellationToken cancellationToken)
    {
        await using var stream = await content.ReadAsStreamAsync(cancellationToken);
        var length = 0;
        while (await stream.ReadAsync(_body.AsMemory(length), cancellationToken) is > 0 and var read)
        {
            length += read;
            if (length == _body.Length)
            {
                Array.Resize(ref _body, 2 * _body.Length);
            }
        }

        return length;
    }
}
