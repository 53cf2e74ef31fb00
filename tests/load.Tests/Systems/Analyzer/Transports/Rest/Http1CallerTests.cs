using System.Text;
using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Analyzer.Transports.Rest;
using Load.Tests.Systems.Analyzer.Corpus;
using Load.Tests.Systems.Analyzer.Transports.Rest.Http1;

namespace Load.Tests.Systems.Analyzer.Transports.Rest;

public sealed class Http1CallerTests : IAsyncDisposable
{
    private readonly ScriptedService _service = new();
    private readonly Http1Transport _transport;
    private readonly ICaller _caller;
    private readonly Upload _upload = Uploads.New();
    private readonly CancellationTokenSource _cancellation = CancellationTokenSource
        .CreateLinkedTokenSource(TestContext.Current.CancellationToken);

    public Http1CallerTests()
    {
        _transport = new Http1Transport(_service.Address, form: false);
        _caller = _transport.NewCaller(0);
    }

    private string Host => _service.Address.Authority;

    private string File => Encoding.Latin1.GetString([.. _upload.Head.Span, .. _upload.Tail.Span]);

    private string Report => $$"""{"sha256":"{{_upload.Sha256}}","verdict":"clean","size":{{_upload.Size}}}""";

    [Fact]
    public async Task SubmitAsync_File_IsTheBody()
    {
        var answer = _caller.SubmitAsync(_upload, _cancellation.Token);
        await AnswerAsync($"{PostHead("/v1/files")}{File}", "201 Created", Report);

        (await answer.Within()).ShouldBe(new AnalyzerResponse(AnalyzerResponseKind.New, _upload.Sha256, ReportVerdict.Clean, 2000));
    }

    [Fact]
    public async Task SubmitAsync_Form_HasTheFileAsItsPart()
    {
        var form =
            "--lab-4b1f0c6d\r\nContent-Disposition: form-data; name=\"file\"; filename=\"sample.pdf\"\r\n" +
            $"Content-Type: application/pdf\r\n\r\n{File}\r\n--lab-4b1f0c6d--\r\n";
        await using var forms = new Http1Transport(_service.Address, form: true);
        using var caller = forms.NewCaller(0);
        var answer = caller.SubmitAsync(_upload, _cancellation.Token);
        await AnswerAsync(
            $"POST /v1/files HTTP/1.1\r\nHost: {Host}\r\nContent-Type: multipart/form-data; boundary=lab-4b1f0c6d\r\nContent-Length: " +
            $"{form.Length}\r\n\r\n{form}",
            "200 OK",
            Report);

        (await answer.Within()).ShouldBe(new AnalyzerResponse(AnalyzerResponseKind.Known, _upload.Sha256, ReportVerdict.Clean, 2000));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task SubmitNamedAsync_File_IsSentWhenItIsAskedFor(bool isAskedFor)
    {
        var answer = _caller.SubmitNamedAsync(_upload, TimeSpan.Zero, _cancellation.Token);
        using var service = await _service.AcceptAsync();
        await service.ExpectAsync(
            $"POST /v1/files HTTP/1.1\r\nHost: {Host}\r\nContent-Type: application/pdf\r\nContent-Digest: " +
            $"sha-256=:{Convert.ToBase64String(_upload.Sha256.ToByteArray())}:\r\n" +
            "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");
        if (isAskedFor)
        {
            await service.SendAsync("HTTP/1.1 100 Continue\r\n\r\n");
            await service.ExpectAsync($"7d0\r\n{File}\r\n0\r\n\r\n");
        }

        await AnswerAsync(service, isAskedFor ? "201 Created" : "200 OK", Report);

        (await answer.Within()).ShouldBe(new AnalyzerResponse(isAskedFor ? AnalyzerResponseKind.New : AnalyzerResponseKind.Known,
            _upload.Sha256, ReportVerdict.Clean, 2000));
    }

    [Fact]
    public async Task AbortAsync_File_IsBrokenOffInTheMiddle()
    {
        var answer = _caller.AbortAsync(_upload, _cancellation.Token);
        using var service = await _service.AcceptAsync();
        await service.ExpectAsync($"{PostHead("/v1/files")}{File[..(_upload.Head.Length / 2)]}");

        (await service.DrainAsync().Within()).ShouldBe(0);
        (await answer.Within()).ShouldBe(AnalyzerResponse.Aborted());
    }

    [Fact]
    public async Task LookUpAsync_Hash_IsInThePath()
    {
        var answer = _caller.LookUpAsync(_upload.Sha256, _cancellation.Token);
        await AnswerAsync($"GET /v1/files/{_upload.Sha256} HTTP/1.1\r\nHost: {Host}\r\n\r\n", "200 OK", Report);

        (await answer.Within()).ShouldBe(new AnalyzerResponse(AnalyzerResponseKind.Known, _upload.Sha256, ReportVerdict.Clean, 2000));
    }

    [Fact]
    public async Task ListAsync_Cursor_IsInTheQuery()
    {
        var answer = _caller.ListAsync("there", _cancellation.Token);
        await AnswerAsync(
            $"GET /v1/files?limit=50&after=there HTTP/1.1\r\nHost: {Host}\r\n\r\n", "200 OK", $$"""{"reports":[{{Report}},{}]}""");

        (await answer.Within()).ShouldBe(new AnalyzerResponse(AnalyzerResponseKind.Listed, _upload.Sha256, ReportVerdict.Clean, 2));
    }

    [Fact]
    public async Task SaveAsync_Burst_HasATimingForEachSave()
    {
        var answer = _caller.SaveAsync(2, _cancellation.Token);
        await AnswerAsync(
            $"POST /ceilings/save?count=2 HTTP/1.1\r\nHost: {Host}\r\nContent-Length: 0\r\n\r\n", "200 OK",
            """{"size":2,"ticks":[1,2,3,4]}""");

        var (counted, saves) = await answer.Within();
        counted.ShouldBe(AnalyzerResponse.Counted(2));
        saves.ShouldBe([new TimedSpan(1, 2), new TimedSpan(3, 4)]);
    }

    [Theory]
    [InlineData("ok", null)]
    [InlineData("no", "the answer is not ok")]
    public async Task EmptyAsync_Answer_IsOk(string body, string? fault)
    {
        var answer = _caller.EmptyAsync(_cancellation.Token);
        await AnswerAsync($"GET /ceilings/empty HTTP/1.1\r\nHost: {Host}\r\n\r\n", "200 OK", body);

        (await answer.Within()).ShouldBe(fault is null ? AnalyzerResponse.Counted(0) : AnalyzerResponse.Failed(fault));
    }

    [Theory]
    [InlineData(nameof(UploadStep.Null), "null")]
    [InlineData(nameof(UploadStep.Hash), "hash")]
    [InlineData(nameof(UploadStep.Analysis), "analysis")]
    public async Task UploadAsync_Step_IsInThePath(string step, string path)
    {
        var answer = _caller.UploadAsync(_upload, Enum.Parse<UploadStep>(step), _cancellation.Token);
        await AnswerAsync(
            $"{PostHead($"/ceilings/{path}")}{File}", "200 OK", """{"size":2000}""");

        (await answer.Within()).ShouldBe(AnalyzerResponse.Counted(2000));
    }

    [Theory]
    [InlineData("503 Service Unavailable", """{"title":"Away"}""", "503 Away")]
    [InlineData("500 Internal Server Error", "", "500")]
    [InlineData("200 OK", "half a rep", "the answer is not a report")]
    public async Task LookUpAsync_AnythingElse_Failed(string status, string body, string fault)
    {
        var answer = _caller.LookUpAsync(_upload.Sha256, _cancellation.Token);
        await AnswerAsync($"GET /v1/files/{_upload.Sha256} HTTP/1.1\r\nHost: {Host}\r\n\r\n", status, body);

        (await answer.Within()).ShouldBe(AnalyzerResponse.Failed(fault));
    }

    [Fact]
    public async Task LookUpAsync_TooManyRequests_Refused()
    {
        var answer = _caller.LookUpAsync(_upload.Sha256, _cancellation.Token);
        await AnswerAsync(
            $"GET /v1/files/{_upload.Sha256} HTTP/1.1\r\nHost: {Host}\r\n\r\n", "429 Too Many Requests", """{"title":"Too many"}""");

        (await answer.Within()).ShouldBe(AnalyzerResponse.Refused("429 Too many"));
    }

    [Fact]
    public async Task LookUpAsync_NoAnswer_Failed()
    {
        var answer = _caller.LookUpAsync(_upload.Sha256, _cancellation.Token);
        (await _service.AcceptAsync()).Dispose();

        (await answer.Within()).Kind.ShouldBe(AnalyzerResponseKind.Failed);
    }

    [Fact]
    public async Task LookUpAsync_NobodyListens_Failed()
    {
        _service.Dispose();

        var answer = await _caller.LookUpAsync(_upload.Sha256, _cancellation.Token).Within();
        answer.Kind.ShouldBe(AnalyzerResponseKind.Failed);
        answer.Fault.ShouldNotBeNull().ShouldContain("refused");
    }

    [Fact]
    public async Task LookUpAsync_NotInTime_TimedOut()
    {
        var answer = _caller.LookUpAsync(_upload.Sha256, _cancellation.Token);
        using var service = await _service.AcceptAsync();
        await _cancellation.CancelAsync();

        (await answer.Within()).ShouldBe(AnalyzerResponse.TimedOut());
    }

    [Fact]
    public async Task NewCaller_AfterAnother_GoesOverItsConnection()
    {
        var first = _caller.EmptyAsync(_cancellation.Token);
        using var service = await _service.AcceptAsync();
        await AnswerEmptyAsync(service, first);
        _caller.Dispose();
        using var caller = _transport.NewCaller(1);

        await AnswerEmptyAsync(service, caller.EmptyAsync(_cancellation.Token));

        _service.IsAskedForAnother.ShouldBeFalse();
    }

    [Fact]
    public async Task DisposeAsync_CallersHaveEnded_EndsTheirConnections()
    {
        var answer = _caller.EmptyAsync(_cancellation.Token);
        using var service = await _service.AcceptAsync();
        await AnswerEmptyAsync(service, answer);
        _caller.Dispose();

        await _transport.DisposeAsync();

        (await service.DrainAsync().Within()).ShouldBe(0);
    }

    public async ValueTask DisposeAsync()
    {
        _caller.Dispose();
        await _transport.DisposeAsync();
        _service.Dispose();
        _cancellation.Dispose();
    }

    private async Task AnswerAsync(string request, string status, string body)
    {
        using var service = await _service.AcceptAsync();
        await service.ExpectAsync(request);
        await AnswerAsync(service, status, body);
    }

    private async Task AnswerEmptyAsync(ScriptedConnection service, Task<AnalyzerResponse> answer)
    {
        await service.ExpectAsync($"GET /ceilings/empty HTTP/1.1\r\nHost: {Host}\r\n\r\n");
        await AnswerAsync(service, "200 OK", "ok");
        (await answer.Within()).ShouldBe(AnalyzerResponse.Counted(0));
    }

    private static Task AnswerAsync(ScriptedConnection service, string status, string body) =>
        service.SendAsync($"HTTP/1.1 {status}\r\nContent-Length: {body.Length}\r\n\r\n{body}");

    private string PostHead(string path) =>
        $"POST {path} HTTP/1.1\r\nHost: {Host}\r\nContent-Type: application/pdf\r\nContent-Length: 2000\r\n\r\n";
}
