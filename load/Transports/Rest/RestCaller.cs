using System.Net;
using System.Net.Sockets;
using System.Text;
using Load.Corpus;

namespace Load.Transports.Rest;

internal sealed class RestCaller(HttpMessageInvoker client, Uri service, Version version, bool form, WireCounter wire) : ICaller
{
    private readonly Uri _files = new(service, "/v1/files");
    private readonly Uri _empty = new(service, "/ceilings/empty");

    /// <summary>A report has about 1 KB; the buffer grows should one have more.</summary>
    private byte[] _body = new byte[16 * 1024];

    private ExpectingConnection? _expecting;

    /// <summary>Of the last answer in it.</summary>
    private int _length;

    public Task<Answer> SubmitAsync(Upload upload, CancellationToken cancellationToken) =>
        SendAsync(form ? new(HttpMethod.Post, _files) { Content = new FormContent(new UploadContent(upload)) } : Post(_files, upload), cancellationToken);

    /// <summary>Content-Digest (RFC 9530), and the body waits for 100 Continue.</summary>
    public Task<Answer> SubmitNamedAsync(Upload upload, CancellationToken cancellationToken)
    {
        var digest = $"sha-256=:{Convert.ToBase64String(upload.Sha256.ToByteArray())}:";
        if (version == HttpVersion.Version11)
        {
            return AnswerAsync(
                async () =>
                {
                    var (status, body) = await (_expecting ??= new ExpectingConnection(_files, wire)).PostAsync(upload, digest, cancellationToken);
                    return Read(_files, status, body.Span);
                },
                cancellationToken);
        }

        var request = Post(_files, upload);
        request.Content!.Headers.TryAddWithoutValidation("Content-Digest", digest);
        request.Headers.ExpectContinue = true;
        return SendAsync(request, cancellationToken);
    }

    public async Task<Answer> AbortAsync(Upload upload, CancellationToken cancellationToken)
    {
        using var abort = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var request = new HttpRequestMessage(HttpMethod.Post, _files) { Content = new UploadContent(upload, abort.CancelAsync), Version = version, VersionPolicy = HttpVersionPolicy.RequestVersionExact };
        try
        {
            using var response = await client.SendAsync(request, abort.Token);
            return Answer.Failed($"answered {(int)response.StatusCode} to half an upload");
        }
        catch (Exception exception) when (exception is OperationCanceledException or HttpRequestException && abort.IsCancellationRequested)
        {
            return cancellationToken.IsCancellationRequested ? Answer.TimedOut() : Answer.Aborted();
        }
        catch (HttpRequestException exception)
        {
            return Answer.Failed((exception.InnerException ?? exception).Message);
        }
    }

    public Task<Answer> LookUpAsync(Digest sha256, CancellationToken cancellationToken) =>
        SendAsync(new HttpRequestMessage(HttpMethod.Get, new Uri(service, $"/v1/files/{sha256}")), cancellationToken);

    public Task<Answer> ListAsync(string after, CancellationToken cancellationToken) =>
        SendAsync(new HttpRequestMessage(HttpMethod.Get, new Uri(service, $"/v1/files?limit={ICaller.PageSize}&after={after}")), cancellationToken);

    public async Task<(Answer Answer, IReadOnlyList<Timing> Saves)> SaveAsync(int count, CancellationToken cancellationToken)
    {
        var answer = await SendAsync(new HttpRequestMessage(HttpMethod.Post, new Uri(service, $"/ceilings/save?count={count}")), cancellationToken);
        return answer.Reply == Reply.Counted ? (answer, SavesJson.Read(_body.AsSpan(0, _length))) : (answer, []);
    }

    public Task<Answer> EmptyAsync(CancellationToken cancellationToken) => SendAsync(new HttpRequestMessage(HttpMethod.Get, _empty), cancellationToken);

    public Task<Answer> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken) =>
        SendAsync(Post(new Uri(service, $"/ceilings/{(step switch { UploadStep.Hash => "hash", UploadStep.Analysis => "analysis", _ => "null" })}"), upload), cancellationToken);

    public void Dispose() => _expecting?.Dispose();

    private static HttpRequestMessage Post(Uri uri, Upload upload) => new(HttpMethod.Post, uri) { Content = new UploadContent(upload) };

    private async Task<Answer> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        using (request)
        {
            request.Version = version;
            request.VersionPolicy = HttpVersionPolicy.RequestVersionExact;
            return await AnswerAsync(
                async () =>
                {
                    using var response = await client.SendAsync(request, cancellationToken);
                    _length = await ReadBodyAsync(response.Content, cancellationToken);
                    return Read(request.RequestUri!, response.StatusCode, _body.AsSpan(0, _length));
                },
                cancellationToken);
        }
    }

    private static async Task<Answer> AnswerAsync(Func<Task<Answer>> send, CancellationToken cancellationToken)
    {
        try
        {
            return await send();
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return Answer.TimedOut();
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException or SocketException)
        {
            return Answer.Failed((exception.InnerException ?? exception).Message);
        }
    }

    private Answer Read(Uri uri, HttpStatusCode status, ReadOnlySpan<byte> body) => status switch
    {
        HttpStatusCode.Created => ReportJson.Read(body, Reply.New),
        HttpStatusCode.OK when ReferenceEquals(uri, _empty) => Encoding.UTF8.GetString(body) == "ok" ? Answer.Counted(0) : Answer.Failed("the answer is not ok"),
        HttpStatusCode.OK when uri.AbsolutePath.StartsWith("/ceilings/", StringComparison.Ordinal) => ReportJson.Read(body, Reply.Counted),
        HttpStatusCode.OK when uri.AbsolutePath == _files.AbsolutePath && uri.Query.Length > 0 => Listing.Read(body),
        HttpStatusCode.OK => ReportJson.Read(body, Reply.Known),
        _ => Answer.Failed(ReportJson.Problem((int)status, body)),
    };

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
