using System.Net;
using Journal.Features.Replay;

namespace Journal.Tests.Gelf;

/// <summary>GELF over HTTP and TCP.</summary>
public sealed class GelfHttpTests
{
    private const string Message = """{"version":"1.1","host":"web-1","short_message":"hello","level":3"""
        + ""","timestamp":1385053862.3072,"_app":"shop"}""";

    [Theory]
    [InlineData(null)]
    [InlineData("gzip")]
    [InlineData("deflate")]
    public async Task Post_MessagesOneAfterAnother_StoresEach(string? coding)
    {
        await using var host = await JournalHost.StartAsync();
        var body = System.Text.Encoding.UTF8.GetBytes($"{Message.Replace(",", ",\r\n  ", StringComparison.Ordinal)}\n{Message}{Message}");

        using var answer = await host.PostAsync("/gelf", coding switch
        {
            "gzip" => DoorRequests.Gzip(body),
            "deflate" => Zlib(body),
            _ => body,
        }, "application/json", coding);

        answer.StatusCode.ShouldBe(HttpStatusCode.Accepted);
        host.Lines().ShouldBe([Message, Message, Message]);
        var fields = SyslogFields.Of(host.Records()[0]);
        (fields.Host, fields.App, fields.Severity).ShouldBe(("web-1", "shop", 3));
    }

    [Theory]
    [InlineData("", "no message")]
    [InlineData("[1]", "a JSON object")]
    [InlineData("{\"a\":1}{", "Nothing was stored")]
    public async Task Post_SomethingElse_IsRefused(string body, string words)
    {
        await using var host = await JournalHost.StartAsync();

        using var answer = await host.PostAsync("/gelf", body);

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.TextAsync()).ShouldContain(words);
        host.Writer.NextSequence.ShouldBe(0);
        host.Writer.Losses.Refused.ShouldBe(1);
    }

    [Fact]
    public async Task Post_ABomb_IsRefused()
    {
        await using var host = await JournalHost.StartAsync("MaxBodyBytes=1048576");

        using var answer = await host.PostAsync("/gelf", DoorRequests.Gzip(new byte[64 << 20]), "application/json", "gzip");

        answer.StatusCode.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
    }

    [Fact]
    public async Task Send_OverTcp_EachMessageEndsWithNul()
    {
        await using var host = await JournalHost.StartAsync();

        await StreamSender.SendAsync(host.Tcp, System.Text.Encoding.UTF8.GetBytes($"{Message}\0{Message}\0"), 50);

        await host.UntilAsync(2);
        host.Lines().ShouldBe([Message, Message]);
    }

    private static byte[] Zlib(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var stream = new System.IO.Compression.ZLibStream(packed, System.IO.Compression.CompressionLevel.Optimal))
        {
            stream.Write(bytes);
        }

        return packed.ToArray();
    }
}
