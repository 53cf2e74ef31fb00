using System.Net;
using System.Text;
using Load.Systems.Analyzer.Transports.Rest.Http1;

namespace Load.Tests.Systems.Analyzer.Transports.Rest.Http1;

public sealed class ResponseReaderTests
{
    private readonly ResponseReader _reader = new();

    /// <summary>An answer to each way of ending one, and its body.</summary>
    public static TheoryData<string, string> Answers => new()
    {
        { "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello\r\n\r\nyou", "hello\r\n\r\nyou" },
        { "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "" },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n00b;a=\"b\"\r\n\r\n and\r\nyou\r\n0\r\n\r\n",
            "hello\r\n and\r\nyou" },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nDigest: x\r\nAnother: y\r\n\r\n", "" },
        { "HTTP/1.1 200 OK\r\n\r\nuntil the end", "until the end" },
        { "HTTP/1.1 204 No Content\r\n\r\n", "" },
        { "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno",
            "no" },
    };

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task ReadAsync_CutAnywhere_IsTheSame(string answer, string body)
    {
        for (var cut = 1; cut <= answer.Length; cut++)
        {
            (await ReadAsync(answer, cut)).ShouldBe(body, $"cut after {cut} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task ReadAsync_ByteByByte_IsTheSame(string answer, string body) =>
        (await ReadAsync(answer, [.. Enumerable.Repeat(1, answer.Length)])).ShouldBe(body);

    /// <summary>But for the one that says itself nowhere where it ends.</summary>
    [Theory]
    [MemberData(nameof(Answers))]
    public async Task ReadAsync_ConnectionEndsBeforeTheAnswerDoes_IsAnIOException(string answer, string body)
    {
        var shortest = answer.EndsWith("until the end", StringComparison.Ordinal) ? answer.Length - body.Length : answer.Length;
        for (var length = 0; length < shortest; length++)
        {
            var ended = await Should.ThrowAsync<IOException>(() => ReadAsync(answer[..length]));
            ended.Message.ShouldBe(length == 0 ? "the connection ended before the answer" : "the connection ended within the answer");
        }
    }

    [Fact]
    public async Task ReadAsync_LargerThanTheBuffer_IsRead()
    {
        var body = string.Concat(Enumerable.Range(0, 50_000));
        var chunks = string.Concat(body.Chunk(10_000).Select(chunk => $"{chunk.Length:x}\r\n{new string(chunk)}\r\n"));

        (await ReadAsync($"HTTP/1.1 200 OK\r\nContent-Length: {body.Length}\r\n\r\n{body}")).ShouldBe(body);
        (await ReadAsync($"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}0\r\n\r\n")).ShouldBe(body);
        (await ReadAsync($"HTTP/1.1 200 OK\r\n\r\n{body}")).ShouldBe(body);
    }

    [Fact]
    public async Task ReadAsync_HeadOverTheLimit_IsAnIOException()
    {
        const string Begin = "HTTP/1.1 204 No Content\r\nX: ";
        var most = Begin + new string('x', ResponseReader.MaxHeadBytes - Begin.Length - 4);

        (await ReadAsync(most + "\r\n\r\n")).ShouldBeEmpty();
        var tooLong = await Should.ThrowAsync<IOException>(() => ReadAsync(most + "x\r\n\r\n"));
        tooLong.Message.ShouldBe("the head of the answer is too long");
    }

    [Fact]
    public async Task ReadAsync_AnswerWithoutAnEnd_IsAnIOException()
    {
        var tooLong = await Should.ThrowAsync<IOException>(() => ReadAsync($"HTTP/1.1 200 OK\r\n\r\n{new string('x', 64 * 1024 * 1024)}"));

        tooLong.Message.ShouldBe("the answer is too long");
    }

    [Theory]
    [InlineData("5\nhello\r\n")]
    [InlineData("hello\r\n")]
    [InlineData("\r\n")]
    [InlineData("-1\r\n")]
    [InlineData("ffffffff\r\n")]
    [InlineData("fffffffff\r\n")]
    [InlineData("5hello\r\n")]
    [InlineData("5\r\nhello, you\r\n")]
    public async Task ReadAsync_MalformedChunk_IsAnIOException(string chunk)
    {
        var malformed = await Should
            .ThrowAsync<IOException>(() => ReadAsync($"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}"));

        malformed.Message.ShouldBe("the answer is malformed");
    }

    [Fact]
    public async Task ReadAsync_LineBeforeAChunkOverTheLimit_IsAnIOException()
    {
        var extension = new string('x', 2 * ResponseReader.MaxHeadBytes);

        await Should.ThrowAsync<IOException>(() =>
            ReadAsync($"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;{extension}\r\nhello\r\n0\r\n\r\n"));
    }

    [Theory]
    [InlineData("HTTP/1.1 204 No Content\r\n\r\n", false)]
    [InlineData("HTTP/1.1 204 No Content\r\n\r\nH", true)]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nyes", true)]
    public async Task HasMore_AfterAnAnswer_IsWhatNobodyAskedFor(string received, bool hasMore)
    {
        await ReadAsync(received);

        _reader.HasMore.ShouldBe(hasMore);
    }

    [Fact]
    public async Task ReadHeadAsync_Interim_IsReadByItself()
    {
        using var connection = new PiecewiseStream(
            Encoding.Latin1.GetBytes("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));

        var interim = await _reader.ReadHeadAsync(connection, TestContext.Current.CancellationToken);
        var final = await _reader.ReadAsync(connection, TestContext.Current.CancellationToken);

        (interim.Status, interim.IsInterim).ShouldBe((HttpStatusCode.Continue, true));
        (final.Status, final.IsInterim).ShouldBe((HttpStatusCode.OK, false));
        Encoding.Latin1.GetString(_reader.Body.Span).ShouldBe("ok");
    }

    private async Task<string> ReadAsync(string answer, params int[] pieces)
    {
        using var connection = new PiecewiseStream(Encoding.Latin1.GetBytes(answer), pieces);
        _reader.Clear();
        await _reader.ReadAsync(connection, TestContext.Current.CancellationToken);
        return Encoding.Latin1.GetString(_reader.Body.Span);
    }
}
