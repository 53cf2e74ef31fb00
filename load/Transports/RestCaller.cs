using System.Net;
using Load.Corpus;

namespace Load.Transports;

internal sealed class RestCaller(HttpMessageInvoker client, Uri files, Version version) : ICaller
{
    /// <summary>A report has about 1 KB; the buffer grows should one have more.</summary>
    private byte[] _body = new byte[16 * 1024];

    public Task<Answer> SubmitAsync(Upload upload, CancellationToken cancellationToken) =>
        SendAsync(new HttpRequestMessage(HttpMethod.Post, files) { Content = new UploadContent(upload) }, cancellationToken);

    public Task<Answer> LookUpAsync(Digest sha256, CancellationToken cancellationToken) =>
        SendAsync(new HttpRequestMessage(HttpMethod.Get, new Uri($"{files}/{sha256}")), cancellationToken);

    private async Task<Answer> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        using (request)
        {
            request.Version = version;
            request.VersionPolicy = HttpVersionPolicy.RequestVersionExact;
            try
            {
                using var response = await client.SendAsync(request, cancellationToken);
                var length = await ReadBodyAsync(response.Content, cancellationToken);
                return response.StatusCode switch
                {
                    HttpStatusCode.Created => ReportJson.Read(_body.AsSpan(0, length), Reply.New),
                    HttpStatusCode.OK => ReportJson.Read(_body.AsSpan(0, length), Reply.Known),
                    var status => Answer.Failed(ReportJson.Problem((int)status, _body.AsSpan(0, length))),
                };
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                return Answer.TimedOut();
            }
            catch (Exception exception) when (exception is HttpRequestException or IOException)
            {
                return Answer.Failed((exception.InnerException ?? exception).Message);
            }
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
