using System.Net;
using System.Security.Authentication;
using System.Text;
using Load.Machine;
using Load.Systems.Analyzer.Transports.Rest.Http1;

namespace Load.Tests.Systems.Analyzer.Transports.Rest.Http1;

public sealed class Http1ConnectionTests : IDisposable
{
    private const string Head = "GET / HTTP/1.1\r\n\r\n";
    private const string Ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    /// <summary>More than the kernel takes before the other end reads.</summary>
    private static readonly byte[] Large = new byte[64_000_000];

    private readonly ScriptedService _service = new();
    private readonly WireCounter _wire = new();
    private readonly Http1Connection _connection;
    private readonly Http1Request _request = new();
    private readonly CancellationTokenSource _cancellation = CancellationTokenSource
        .CreateLinkedTokenSource(TestContext.Current.CancellationToken);

    public Http1ConnectionTests() => _connection = new(_service.Address, _wire);

    [Fact]
    public async Task SendAsync_AnswerByteByByte_IsRead()
    {
        const string Response =
            "HTTP/1.1 103 Early Hints\r\n\r\n" +
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n4\r\n you\r\n0\r\n\r\n";
        var status = SendAsync();
        using var service = await _service.AcceptAsync();
        await service.ExpectAsync(Head);

        foreach (var character in Response)
        {
            await service.SendAsync($"{character}");
        }

        (await status.Within()).ShouldBe(HttpStatusCode.OK);
        Body().ShouldBe("hello you");
        _wire.Now.ShouldBe(new ByteCounts(Head.Length, Response.Length));
    }

    [Fact]
    public async Task SendAsync_OneAfterTheOther_GoOverOneConnection()
    {
        using var service = await AskOnceAsync();

        var status = SendAsync();
        await service.ExpectAsync(Head);
        await service.SendAsync("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");

        (await status.Within()).ShouldBe(HttpStatusCode.NotFound);
        Body().ShouldBeEmpty();
        _service.IsAskedForAnother.ShouldBeFalse();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task SendAsync_ConnectionClosedWhileItWasIdle_IsSentOverAnother(bool reset)
    {
        using (var first = await AskOnceAsync())
        {
            if (reset)
            {
                first.Reset();
            }
        }

        using var second = await AskOnceAsync();
    }

    [Fact]
    public async Task SendAsync_LargeBodyOverAConnectionClosedWhileItWasIdle_IsSentOverAnother()
    {
        (await AskOnceAsync()).Dispose();

        using var second = await AcceptAndAnswerAsync(SendAsync(Large));
    }

    [Fact]
    public async Task SendAsync_ClosedTwice_IsAnIOException()
    {
        (await AskOnceAsync()).Dispose();

        var status = SendAsync();
        (await _service.AcceptAsync()).Dispose();

        await Should.ThrowAsync<IOException>(() => status.Within());
        _service.IsAskedForAnother.ShouldBeFalse();
    }

    [Fact]
    public async Task SendAsync_NewConnectionClosedWithoutAnAnswer_IsAnIOException()
    {
        var status = SendAsync();
        using (var service = await _service.AcceptAsync())
        {
            await service.ExpectAsync(Head);
        }

        (await Should.ThrowAsync<IOException>(() => status.Within())).Message.ShouldBe("the connection ended before the answer");
        _service.IsAskedForAnother.ShouldBeFalse();
    }

    [Theory]
    [InlineData("H")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no")]
    [InlineData("HTTP/1.1 100 Continue\r\n\r\n")]
    public async Task SendAsync_ConnectionClosedWithinAnAnswer_IsAnIOExceptionAndTheNextGoesOverAnother(string part)
    {
        using var first = await AskOnceAsync();
        var status = SendAsync();
        await first.ExpectAsync(Head);
        await first.SendAsync(part);
        first.Dispose();
        (await Should.ThrowAsync<IOException>(() => status.Within())).Message.ShouldBe("the connection ended within the answer");
        _service.IsAskedForAnother.ShouldBeFalse();

        using var second = await AskOnceAsync();
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more")]
    public async Task SendAsync_AfterAnAnswerThatNoOtherCanFollow_GoesOverAnotherConnection(string last)
    {
        using var first = await AskOnceAsync(last);
        Body().ShouldBe("ok");

        (await first.DrainAsync().Within()).ShouldBe(0);
        using var second = await AskOnceAsync();
    }

    [Fact]
    public async Task SendAsync_LargeBody_ArrivesWhole()
    {
        var status = SendAsync(Large);
        using var service = await _service.AcceptAsync();
        await service.ExpectAsync(Head);
        await service.ExpectAsync(new string('\0', Large.Length));
        await service.SendAsync(Ok);

        (await status.Within()).ShouldBe(HttpStatusCode.OK);
        _wire.Now.Sent.ShouldBe(Head.Length + Large.Length);
    }

    /// <summary>A client that first wrote all and then read would wait for ever.</summary>
    [Fact]
    public async Task SendAsync_AnsweredAndNotReadAnyMore_GivesTheAnswer()
    {
        var status = SendAsync(Large);
        using var first = await _service.AcceptAsync();
        await first.ExpectAsync(Head);
        await first.SendAsync("HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\n\r\nbig");

        (await status.Within()).ShouldBe(HttpStatusCode.RequestEntityTooLarge);
        Body().ShouldBe("big");
        (await first.DrainAsync().Within()).ShouldBeLessThan(Large.Length);
        using var second = await AskOnceAsync();
    }

    [Theory]
    [InlineData(1_000)]
    [InlineData(64_000_000)]
    public async Task SendAsync_AnsweredAndReset_GivesTheAnswer(int bytes)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere a reset may take along what was received before it");
        var status = SendAsync(new byte[bytes]);
        using (var service = await _service.AcceptAsync())
        {
            // Bytes that are not read when it is closed reset the connection.
            await service.SendAsync("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbusy");
        }

        (await status.Within()).ShouldBe(HttpStatusCode.ServiceUnavailable);
        Body().ShouldBe("busy");
    }

    [Fact]
    public async Task SendAsync_ResetWithinALargeBody_IsAnIOException()
    {
        var status = SendAsync(Large);
        using (var service = await _service.AcceptAsync())
        {
            await service.ExpectAsync(Head);
        }

        await Should.ThrowAsync<IOException>(() => status.Within());
    }

    [Fact]
    public async Task SendAsync_BodyIsAskedFor_IsSentThen()
    {
        _request.New().Add($"POST").AwaitContinue().Add($"body");
        var status = _connection.SendAsync(_request, _cancellation.Token).AsTask();
        using var service = await _service.AcceptAsync();
        await service.ExpectAsync("POST");
        await service.SendAsync("HTTP/1.1 102 Processing\r\n\r\n");
        await service.SendAsync("HTTP/1.1 100 Continue\r\n\r\n");
        await service.ExpectAsync("body");
        await service.SendAsync(Ok);

        (await status.Within()).ShouldBe(HttpStatusCode.OK);
        Body().ShouldBe("ok");
        _wire.Now.Sent.ShouldBe("POSTbody".Length);
    }

    [Fact]
    public async Task SendAsync_BodyIsNotAskedFor_IsEndedAndTheConnectionKept()
    {
        _request.New().Add($"POST").AwaitContinue().Add($"body");
        var status = _connection.SendAsync(_request, _cancellation.Token).AsTask();
        using var service = await _service.AcceptAsync();
        await service.ExpectAsync("POST");
        await service.SendAsync(Ok);
        (await status.Within()).ShouldBe(HttpStatusCode.OK);
        Body().ShouldBe("ok");

        var next = SendAsync();
        await service.ExpectAsync("0\r\n\r\n" + Head);
        await service.SendAsync(Ok);

        (await next.Within()).ShouldBe(HttpStatusCode.OK);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(64_000_000)]
    public async Task SendAsync_Cancelled_EndsTheConnectionAndTheNextGoesOverAnother(int bytes)
    {
        var status = SendAsync(new byte[bytes]);
        using var first = await _service.AcceptAsync();
        await first.ExpectAsync(Head);
        await _cancellation.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => status.Within());
        (await first.DrainAsync().Within()).ShouldBeLessThanOrEqualTo(bytes);

        _request.New().Add($"{Head}");
        var next = _connection.SendAsync(_request, TestContext.Current.CancellationToken).AsTask();
        using var second = await AcceptAndAnswerAsync(next);
    }

    [Fact]
    public async Task SendAsync_OverTls_AsksWhoTheServiceIs()
    {
        using var connection = new Http1Connection(new UriBuilder(_service.Address) { Scheme = "https" }.Uri, _wire);
        _request.New().Add($"{Head}");
        var status = connection.SendAsync(_request, _cancellation.Token).AsTask();
        using var service = await _service.AcceptAsync();

        // TLS record: handshake, TLS 1.x (RFC 8446, section 5.1). The answer is none.
        await service.ExpectAsync("\u0016\u0003");
        await service.SendAsync("HTTP/1.1 400 Bad Request\r\n\r\n");

        await Should.ThrowAsync<AuthenticationException>(() => status.Within());
    }

    [Fact]
    public async Task BreakOffAsync_HalfARequest_IsSentAndTheConnectionEnded()
    {
        _request.New().Add($"POST").Add(new byte[100_000]);
        var breaking = _connection.BreakOffAsync(_request, _cancellation.Token);
        using var first = await _service.AcceptAsync();

        (await first.DrainAsync().Within()).ShouldBe(100_004);
        await breaking.Within();
        using var second = await AskOnceAsync();
    }

    public void Dispose()
    {
        _connection.Dispose();
        _service.Dispose();
        _cancellation.Dispose();
    }

    private Task<HttpStatusCode> SendAsync(params byte[] body)
    {
        _request.New().Add($"{Head}").Add(body);
        return _connection.SendAsync(_request, _cancellation.Token).AsTask();
    }

    /// <summary>A request over a new connection, and its answer.</summary>
    private Task<ScriptedConnection> AskOnceAsync(string answer = Ok) => AcceptAndAnswerAsync(SendAsync(), answer);

    /// <summary>The new connection that a request comes over.</summary>
    private async Task<ScriptedConnection> AcceptAndAnswerAsync(Task<HttpStatusCode> status, string answer = Ok)
    {
        var service = await _service.AcceptAsync();
        await service.ExpectAsync(Head);
        await service.SendAsync(answer);
        (await status.Within()).ShouldBe(HttpStatusCode.OK);
        return service;
    }

    private string Body() => Encoding.Latin1.GetString(_connection.Body.Span);
}
