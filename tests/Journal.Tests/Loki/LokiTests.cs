using System.Net;
using System.Text;
using Journal.Features.Replay;
using Snappier;

namespace Journal.Tests.Loki;

/// <summary><c>POST /loki/api/v1/push</c>, in each form that Loki's clients send.</summary>
public sealed class LokiTests
{
    private const string Path = "/loki/api/v1/push";

    private const string First = """["1570818238000000001","disk \"full\" ü",{"trace":"a1"}]""";

    private const string Entry = """{"streams":[{"stream":{"app":"shop","host":"web-1","level":"warn"},"values":[""" + First + "]}]}";

    private const string Labels = "{app=\"shop\", host=\"web-1\", level=\"warn\"}";

    [Fact]
    public async Task Post_Json_StoresEachEntryAsARequestOfItsOwn()
    {
        await using var host = await JournalHost.StartAsync();
        var body = Entry.Replace("]]", "], [\"1570818238000000002\", \"next\"]]", StringComparison.Ordinal)
            .Replace(",\"", " ,\n\"", StringComparison.Ordinal);

        using var answer = await host.PostAsync(Path, body, "application/json; charset=utf-8");

        answer.StatusCode.ShouldBe(HttpStatusCode.NoContent);
        host.Lines().ShouldBe([Entry, Entry.Replace(
            First, """["1570818238000000002","next"]""", StringComparison.Ordinal)]);
        var fields = SyslogFields.Of(host.Records()[0]);
        (fields.Host, fields.App, fields.Severity, Encoding.UTF8.GetString(fields.Text.Span))
            .ShouldBe(("web-1", "shop", 4, "disk \"full\" ü"));
        fields.Time.ShouldBe(DateTimeOffset.FromUnixTimeSeconds(1570818238));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("snappy")]
    [InlineData("gzip")]
    public async Task Post_Protobuf_StoresTheSameJson(string? coding)
    {
        await using var host = await JournalHost.StartAsync();
        var packed = Snappy.CompressToArray(Push(Labels, "disk \"full\" ü"u8));

        using var answer = await host.PostAsync(
            Path, coding == "gzip" ? DoorRequests.Gzip(packed) : packed, "application/x-protobuf", coding);

        answer.StatusCode.ShouldBe(HttpStatusCode.NoContent);
        host.Lines().ShouldBe([Entry]);
    }

    [Fact]
    public async Task Post_ALineThatIsNotUtf8_IsKeptInProtobufToo()
    {
        await using var host = await JournalHost.StartAsync();
        var push = Push(Labels, [0xFF, (byte)'x']);

        using var answer = await host.PostAsync(Path, Snappy.CompressToArray(push), "application/x-protobuf");

        host.Lines().ShouldHaveSingleItem().ShouldContain($",\"protobuf\":\"{Convert.ToBase64String(push)}\"");
    }

    /// <summary>Before 1.0 a stream had its labels in one text, and entries with dates.</summary>
    [Fact]
    public async Task Post_OfTheFirstForm_IsStoredWithItsFields()
    {
        await using var host = await JournalHost.StartAsync();
        const string Old = """{"streams":[{"labels":"{job=\"sshd\"}","entries":["""
            + """{"ts":"2018-12-18T08:28:06.801064-04:00","line":"<35>Oct 11 22:14:15 web-1 sshd[7]: bad"}]}]}""";

        using var answer = await host.PostAsync("/api/prom/push", Old);

        host.Lines().ShouldBe([Old]);
        var fields = SyslogFields.Of(host.Records()[0]);
        (fields.Host, fields.App, fields.Severity, fields.Process).ShouldBe(("web-1", "sshd", 3, "7"));
        fields.Time!.Value.ToUniversalTime().Hour.ShouldBe(12);
    }

    [Theory]
    [InlineData("application/json", "{\"streams\":[]}", 422, "at least one valid stream")]
    [InlineData("application/json", "{\"streams\":[{\"values\":[[1,\"x\"]]}]}", 400, "couldn't parse push request")]
    [InlineData("application/json", "{\"streams\":[{\"values\":[[\"1\",\"x\",[\"a\",\"b\"]]]}]}", 400, "{metadata}")]
    [InlineData("application/json", "{\"streams\":[{\"values\":[[\"1\",\"x\"]", 400, "Nothing was stored")]
    [InlineData("application/json", "hello", 400, "Nothing was stored")]
    [InlineData("application/x-protobuf", "hello", 400, "snappy")]
    [InlineData("text/xml", "<a/>", 415, "application/json")]
    public async Task Post_SomethingElse_IsAnsweredInWords(string type, string body, int status, string words)
    {
        await using var host = await JournalHost.StartAsync();

        using var answer = await host.PostAsync(Path, body, type);

        ((int)answer.StatusCode).ShouldBe(status);
        answer.Content.Headers.ContentType!.MediaType.ShouldBe("text/plain");
        (await answer.TextAsync()).ShouldContain(words);
        host.Writer.NextSequence.ShouldBe(0);
    }

    /// <summary>It says that it has 4 GiB, and sixteen bytes.</summary>
    [Fact]
    public async Task Post_ASnappyBomb_IsRefused()
    {
        await using var host = await JournalHost.StartAsync("MaxBodyBytes=1048576");

        using var lying = await host.PostAsync(Path, [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, .. new byte[16]], "application/x-protobuf");
        using var large = await host.PostAsync(Path, Snappy.CompressToArray(new byte[4 << 20]), "application/x-protobuf");

        ((int)lying.StatusCode).ShouldBeInRange(400, 413);
        large.StatusCode.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
    }

    private static byte[] Push(string labels, ReadOnlySpan<byte> line) => Field(1,
    [
        .. Field(1, Encoding.UTF8.GetBytes(labels)),
        .. Field(2, [.. Field(1, [0x08, .. Varint(1570818238), 0x10, 1]), .. Field(2, line.ToArray()),
            .. Field(3, [.. Field(1, "trace"u8.ToArray()), .. Field(2, "a1"u8.ToArray())])]),
    ]);

    private static byte[] Field(int number, byte[] content) => [(byte)((number << 3) | 2), .. Varint((ulong)content.Length), .. content];

    private static IEnumerable<byte> Varint(ulong value)
    {
        for (; value >= 0x80; value >>= 7)
        {
            yield return (byte)(value | 0x80);
        }

        yield return (byte)value;
    }
}
