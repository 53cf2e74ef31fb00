using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Transports.Rest.Http1;

namespace Load.Systems.Analyzer.Transports.Rest;

/// <param name="connection">For this caller alone until it ends.</param>
/// <param name="host">The service's name, with its port, and further fields of each request behind it.</param>
/// <param name="form">Whether files that are submitted go in a form.</param>
/// <param name="perCall">Whether the connection is closed after each call.</param>
/// <param name="release">Is given the connection in the end.</param>
internal sealed class Http1Caller(
    Http1Connection connection, string host, bool form, bool perCall, Action<Http1Connection> release) : ICaller
{
    private static readonly ReadOnlyMemory<byte> EndOfChunks = "\r\n0\r\n\r\n"u8.ToArray();

    private readonly Http1Request _request = new();
    private Action<Http1Connection>? _release = release;

    public Task<AnalyzerResponse> SubmitAsync(Upload upload, CancellationToken cancellationToken)
    {
        if (form)
        {
            BeginPost("/v1/files", Form.ContentType, Form.Before.Length + upload.Size + Form.After.Length).Add(Form.Before).Add(upload)
                .Add(Form.After);
        }
        else
        {
            BeginPost("/v1/files", upload.Size).Add(upload);
        }

        return SendAsync(RestResponse.Report, cancellationToken);
    }

    /// <summary>Content-Digest (RFC 9530), and the body, one chunk, waits for 100 Continue.</summary>
    public Task<AnalyzerResponse> SubmitNamedAsync(Upload upload, TimeSpan over, CancellationToken cancellationToken)
    {
        _request.New()
            .Add($"POST /v1/files HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/pdf\r\n")
            .Add($"Content-Digest: sha-256=:{upload.Sha256:base64}:\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
            .AwaitContinue()
            .Add($"{upload.Size:x}\r\n");
        if (over > TimeSpan.Zero)
        {
            _request.Trickle(upload.Head, over);
        }
        else
        {
            _request.Add(upload.Head);
        }

        _request.Add(upload.Tail).Add(EndOfChunks);
        return SendAsync(RestResponse.Report, cancellationToken);
    }

    public async Task<AnalyzerResponse> AbortAsync(Upload upload, CancellationToken cancellationToken)
    {
        BeginPost("/v1/files", upload.Size).Add(upload.Head[..(upload.Head.Length / 2)]);
        try
        {
            await connection.BreakOffAsync(_request, cancellationToken);
            return AnalyzerResponse.Aborted();
        }
        catch (Exception exception) when (RestResponse.None(exception, cancellationToken) is { } none)
        {
            return none;
        }
    }

    public Task<AnalyzerResponse> LookUpAsync(Digest sha256, CancellationToken cancellationToken)
    {
        _request.New().Add($"GET /v1/files/{sha256} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        return SendAsync(RestResponse.Report, cancellationToken);
    }

    public Task<AnalyzerResponse> ListAsync(string after, CancellationToken cancellationToken)
    {
        _request.New().Add($"GET /v1/files?limit={ICaller.PageSize}&after={after} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        return SendAsync(RestResponse.Page, cancellationToken);
    }

    public async Task<(AnalyzerResponse Response, IReadOnlyList<TimedSpan> Saves)> SaveAsync(
        int count, CancellationToken cancellationToken)
    {
        _request.New().Add($"POST /ceilings/save?count={count} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n");
        var answer = await SendAsync(RestResponse.Count, cancellationToken);
        return answer.Kind == AnalyzerResponseKind.Counted ? (answer, SavesJson.Read(connection.Body.Span)) : (answer, []);
    }

    public Task<AnalyzerResponse> EmptyAsync(CancellationToken cancellationToken)
    {
        _request.New().Add($"GET /ceilings/empty HTTP/1.1\r\nHost: {host}\r\n\r\n");
        return SendAsync(RestResponse.Empty, cancellationToken);
    }

    public Task<AnalyzerResponse> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken)
    {
        BeginPost(UploadPath.Of(step), upload.Size).Add(upload);
        return SendAsync(RestResponse.Count, cancellationToken);
    }

    public void Dispose()
    {
        _release?.Invoke(connection);
        _release = null; // the connection may be another caller's by now
    }

    private Http1Request BeginPost(string path, long length) => BeginPost(path, "application/pdf", length);

    private Http1Request BeginPost(string path, string contentType, long length) => _request.New()
        .Add($"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: {contentType}\r\nContent-Length: {length}\r\n\r\n");

    private async Task<AnalyzerResponse> SendAsync(RestResponse.Reader read, CancellationToken cancellationToken)
    {
        try
        {
            var status = await connection.SendAsync(_request, cancellationToken);
            return read(status, connection.Body.Span);
        }
        catch (Exception exception) when (RestResponse.None(exception, cancellationToken) is { } none)
        {
            return none;
        }
        finally
        {
            if (perCall)
            {
                connection.Dispose();
            }
        }
    }
}
