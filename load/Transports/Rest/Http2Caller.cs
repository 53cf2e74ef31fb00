using System.Net;
using Load.Corpus;

namespace Load.Transports.Rest;

internal sealed class Http2Caller(HttpMessageInvoker client, Uri service) : ICaller
{
    private readonly Uri _files = new(service, "/v1/files");
    private readonly Uri _empty = new(service, "/ceilings/empty");

    /// <summary>A report has about 1 KB; the buffer grows should one have more.</summary>
    private byte[] _body = new byte[16 * 1024];

    /// <summary>Of the last answer in it.</summary>
    private int _length;

    public Task<Answer> SubmitAsync(Upload upload, CancellationToken cancellationToken) =>
        SendAsync(Post(_files, upload), RestAnswer.Report, cancellationToken);

    /// <summary>Content-Digest (RFC 9530), and the body waits for 100 Continue.</summary>
    public Task<Answer> SubmitNamedAsync(Upload upload, CancellationToken cancellationToken)
    {
        var request = Post(_files, upload);
        request.Content!.Headers.TryAddWithoutValidation("Content-Digest", $"sha-256=:{Convert.ToBase64String(upload.Sha256.ToByteArray())}:");
        request.Headers.ExpectContinue = true;
        return SendAsync(request, RestAnswer.Report, cancellationToken);
    }

    public async Task<Answer> AbortAsync(Upload upload, CancellationToken cancellationToken)
    {
        using var abort = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var request = Over2(new HttpRequestMessage(HttpMethod.Post, _files) { Content = new UploadContent(upload, abort.CancelAsync) });
        try
        {
            using var response = await client.SendAsync(request, abort.Token);
            return Answer.Failed($"answered {(int)response.StatusCode} to half an upload");
        }
        catch (Exception exception) when (exception is OperationCanceledException or HttpRequestException && abort.IsCancellationRequested)
        {
            return cancellationToken.IsCancellationRequested ? Answer.TimedOut() : Answer.Aborted();
        }
        catch (Exception exception) when (RestAnswer.None(exception, cancellationToken) is { } none)
        {
            return none;
        }
    }

    public Task<Answer> LookUpAsync(Digest sha256, CancellationToken cancellationToken) =>
        SendAsync(Get($"/v1/files/{sha256}"), RestAnswer.Report, cancellationToken);

    public Task<Answer> ListAsync(string after, CancellationToken cancellationToken) =>
        SendAsync(Get($"/v1/files?limit={ICaller.PageSize}&after={after}"), RestAnswer.Page, cancellationToken);

    public async Task<(Answer Answer, IReadOnlyList<Timing> Saves)> SaveAsync(int count, CancellationToken cancellationToken)
    {
        var answer = await SendAsync(new HttpRequestMessage(HttpMethod.Post, new Uri(service, $"/ceilings/save?count={count}")), RestAnswer.Count, cancellationToken);
        return answer.Reply == Reply.Counted ? (answer, SavesJson.Read(_body.AsSpan(0, _length))) : (answer, []);
    }

    public Task<Answer> EmptyAsync(CancellationToken cancellationToken) =>
        SendAsync(new HttpRequestMessage(HttpMethod.Get, _empty), RestAnswer.Empty, cancellationToken);

    public Task<Answer> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken) =>
        SendAsync(Post(new Uri(service, UploadPath.Of(step)), upload), RestAnswer.Count, cancellationToken);

    public void Dispose()
    {
        // The client is shared.
    }

    private HttpRequestMessage Get(string pathAndQuery) => new(HttpMethod.Get, new Uri(service, pathAndQuery));

    private static HttpRequestMessage Post(Uri uri, Upload upload) => new(HttpMethod.Post, uri) { Content = new UploadContent(upload) };

    private static HttpRequestMessage Over2(HttpRequestMessage request)
    {
        request.Version = HttpVersion.Version20;
        request.VersionPolicy = HttpVersionPolicy.RequestVersionExact;
        return request;
    }

    private async Task<Answer> SendAsync(HttpRequestMessage request, RestAnswer.Reader read, CancellationToken cancellationToken)
    {
        try
        {
            using (request)
            {
                using var response = await client.SendAsync(Over2(request), cancellationToken);
                _length = await ReadBodyAsync(response.Content, cancellationToken);
                return read(response.StatusCode, _body.AsSpan(0, _length));
            }
        }
        catch (Exception exception) when (RestAnswer.None(exception, cancellationToken) is { } none)
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
