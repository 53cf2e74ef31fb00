using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests.Http;

/// <summary>Bodies that are no HTTP, stop, or never end: each costs its sender an answer, and the log no error.</summary>
public sealed class BrokenBodiesTests
{
    private readonly ManualTime _time = new();

    [Theory]
    [InlineData("/v1/lines", "zz\r\n")]
    [InlineData("/v1/lines", "FFFFFFFFFFFFFFFF\r\nabc")]
    [InlineData("/v1/lines", "3\r\nabcdef\r\n")]
    [InlineData("/add-checkpoint", "zz\r\n")]
    [InlineData("/add-checkpoint", "FFFFFFFFFFFFFFFF\r\nabc")]
    public async Task Post_WhatIsNotWellChunked_Is400(string path, string body)
    {
        await using var host = await JournalHost.StartAsync();

        var answer = await Http1Wire.AskAsync(host.Http, $"{Head(path)}Transfer-Encoding: chunked\r\n\r\n{body}");

        answer.ShouldStartWith("HTTP/1.1 400 ");
        answer.ShouldContain("The request body is not well chunked");
        host.Records().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("/v1/lines", "Content-Length: 100000\r\n\r\nabc")]
    [InlineData("/v1/lines", "Transfer-Encoding: chunked\r\n\r\n186A0\r\nabc")]
    [InlineData("/add-checkpoint", "Content-Length: 1000\r\n\r\nold 5")]
    public async Task Post_WhoseSenderFallsSilent_Is408AndTheEndOfTheConnection(string path, string begun)
    {
        await using var host = await JournalHost.StartWithAsync(services => services.AddSingleton<TimeProvider>(_time));
        using var wire = await Http1Wire.ConnectAsync(host.Http);
        await wire.SendAsync($"{Head(path)}{begun}");
        var answering = wire.ReadResponseAsync();

        await _time.AdvanceUntilAsync(TimeSpan.FromSeconds(30), () => answering.IsCompleted);

        var answer = await answering;
        answer.ShouldStartWith("HTTP/1.1 408 ");
        answer.ShouldContain("\r\nConnection: close\r\n");
        (await wire.ReadResponseAsync()).ShouldBeEmpty();
        host.Records().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("/v1/lines")]
    [InlineData("/add-checkpoint")]
    public async Task Post_WhoseSenderLeaves_StoresNothing(string path)
    {
        await using var host = await JournalHost.StartAsync();
        using (var wire = await Http1Wire.ConnectAsync(host.Http))
        {
            await wire.SendAsync($"{Head(path)}Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n");
            (await wire.ReadResponseAsync()).ShouldStartWith("HTTP/1.1 100 "); // the body is being read
            await wire.SendAsync("line\n");
        }

        (await host.StopAsync()).Damages.ShouldBeEmpty(); // waits for the request
        host.Records().ShouldBeEmpty();
    }

    private static string Head(string path) => $"POST {path} HTTP/1.1\r\nHost: localhost\r\n";
}
