using Microsoft.Extensions.Logging;

namespace Sigma.Streams.Tests;

/// <summary>Bodies that are no HTTP, or stop: each costs its sender an answer, and the log no error.</summary>
public sealed class BrokenBodiesTests : IDisposable
{
    private const string Head = "POST /v1/events HTTP/1.1\r\nHost: localhost\r\n";
    private static readonly string Rules = Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "Samples", "rules");

    private readonly TempDirectory _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400)]
    [InlineData("Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nabc", 400)]
    [InlineData("Content-Length: 100000\r\n\r\n{", 408)] // in 10 s
    public async Task Post_ABrokenBody_IsAnsweredAndLogsNoError(string request, int status)
    {
        LogSink log;
        await using (var host = await SigmaHost.StartAsync(_folder, "--rules", Rules))
        {
            log = host.Log;

            var answer = await Http1Wire.AskAsync(host.Http.BaseAddress!, $"{Head}{request}");

            answer.ShouldStartWith($"HTTP/1.1 {status} ");
            answer.ShouldContain("application/problem+json");
        }

        log.Records.Where(record => record.Level >= LogLevel.Error).ShouldBeEmpty();
    }
}
