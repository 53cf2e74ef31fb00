using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;

namespace Prober.Engine.Tests.Probing;

public sealed class JsonValueTests
{
    private const string Body = """{"status":"ok","checks":[{"up":true,"n":1.50},{"up":false}],"a.b":{"c d":null},"list":[[7]]}""";

    [Theory]
    [InlineData("status", "ok", null)]
    [InlineData("$.status", "ok", null)]
    [InlineData("status", "bad", "The body has another value at status.")]
    [InlineData("checks[0].up", "true", null)]
    [InlineData("$.checks[1].up", "false", null)]
    [InlineData("checks[0].n", "1.50", null)]
    [InlineData("checks[2].up", "true", "The body has no checks[2].up.")]
    [InlineData("list[0][0]", "7", null)]
    [InlineData("$['a.b']['c d']", "null", null)]
    [InlineData("['a.b']['c d']", null, "The body has no ['a.b']['c d'].")]
    [InlineData("list", null, null)]
    [InlineData("status.deeper", null, "The body has no status.deeper.")]
    [InlineData("Status", "ok", "The body has no Status.")]
    public async Task Probe_ValueByPath_IsCompared(string path, string? expected, string? problem)
    {
        await using var server = RawServer.Answering($"HTTP/1.1 200 OK\r\nContent-Length: {Body.Length}\r\n\r\n{Body}");

        var result = await Probes.RunAsync(new HttpProbe(server.Url, new() { Json = [new(path, expected)] }));

        result.Failure.ShouldBe(problem is null ? FailureClass.None : FailureClass.Content);
        result.Message.ShouldBe(problem ?? "");
    }

    [Theory]
    [InlineData("{\"status\":")]
    [InlineData("hello")]
    [InlineData("")]
    public async Task Probe_BodyThatIsNoJson_Fails(string body)
    {
        await using var server = RawServer.Answering($"HTTP/1.1 200 OK\r\nContent-Length: {body.Length}\r\n\r\n{body}");

        var result = await Probes.RunAsync(new HttpProbe(server.Url, new() { Json = [new("status", "ok")] }));

        result.Message.ShouldBe("The body is not JSON.");
    }

    [Theory]
    [InlineData("")]
    [InlineData("$")]
    [InlineData("a..b")]
    [InlineData("a[")]
    [InlineData("a[]")]
    [InlineData("a['b]")]
    public void IsValid_NoPath_IsFalse(string path) => new JsonValue(path, null).IsValid.ShouldBeFalse();
}
