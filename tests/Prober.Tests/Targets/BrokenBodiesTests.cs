using Microsoft.Extensions.Logging;

namespace Prober.Tests.Targets;

/// <summary>Bodies that are no HTTP, stop, or never end: each costs its sender an answer, and the log no error.</summary>
public sealed class BrokenBodiesTests
{
    private const string Target = "http://127.0.0.1:9/";
    private static readonly string Head =
        $"POST /api/v1/targets/http/{Uri.EscapeDataString(Target)}/acknowledge HTTP/1.1\r\n"
        + "Host: localhost\r\nContent-Type: application/json\r\n";

    [Theory]
    [InlineData("Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400)]
    [InlineData("Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nabc", 400)]
    [InlineData("Content-Length: 100\r\n\r\n{", 408)] // in 10 s
    [InlineData("Content-Length: 65537\r\n\r\n{", 413)]
    public async Task Post_ABrokenBody_IsAnsweredAndLogsNoError(string request, int status)
    {
        LogSink log;
        await using (var host = await ProberHost.StartAsync("--target", Target))
        {
            log = host.Log;

            var answer = await Http1Wire.AskAsync(host.Http.BaseAddress!, $"{Head}{request}");

            answer.ShouldStartWith($"HTTP/1.1 {status} ");
            answer.ShouldContain("application/problem+json");
        }

        log.Records.Where(record => record.Level >= LogLevel.Error).ShouldBeEmpty();
    }
}
