using Microsoft.Extensions.Logging;

namespace Analyzer.Service.Tests.Abuse;

/// <summary>Uploads over HTTP/1.1 that are too slow, in every shape: each is told so, its connection ends, no error is logged.</summary>
public sealed class SlowUploadTests
{
    private const string Length = "Content-Length: 100000\r\n";
    private const string Chunked = "Transfer-Encoding: chunked\r\n";
    private const string Form = "Content-Type: multipart/form-data; boundary=b\r\n";
    private const string Part = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n";
    private const string Trickle = "x";
    private const string Silence = "";

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>The head's fields, what is sent with them, and what is sent then, a little at a time.</summary>
    private static readonly (string Fields, string Begun, string Drip)[] Shapes =
    [
        (Length, "%PDF", Trickle),
        (Length, "%PDF", Silence),
        (Length, "", Silence),
        (Chunked, "186A0\r\n%PDF", Trickle),
        (Chunked, "186A0\r\n%PDF", Silence),
        (Chunked, "186", Silence),
        (Form + Length, $"{Part}%PDF", Trickle),
        (Form + Length, $"{Part}%PDF", Silence),
        (Form + Length, $"{Part}%PDF\r\n--", Silence),
        (Form + Length, "--b\r\nContent-Disposition: form-data", Trickle),
        (Form + Length, "--b\r\nContent-Disposition: form-data", Silence),
        (Form + Length, "--", Silence),
        (Form + Chunked, $"186A0\r\n{Part}%PDF", Trickle),
        (Form + Chunked, $"186A0\r\n{Part}%PDF\r\n--", Silence),
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Upload_TooSlow_Is408AndTheEndOfTheConnection()
    {
        await using var host = await AnalyzerHost.StartAsync("Limits:MinDataRate=100000000", "Limits:MinDataRateGrace=00:00:00.1");
        var gateway = await host.GatewayAsync();
        foreach (var way in await host.WaysAsync())
        {
            await Task.WhenAll(Shapes.Select(shape => ShouldBeRefusedAsync(way, shape.Fields, shape.Begun, shape.Drip)));
        }

        await host.ShouldBeIdleAsync();
        host.Log.Records.Concat(gateway.Log.Records).Where(record => record.Level >= LogLevel.Error).ShouldBeEmpty();
    }

    private static async Task ShouldBeRefusedAsync(Way way, string fields, string begun, string drip)
    {
        var shape = $"{way.Name}: {fields}{begun}[{drip}]";
        using var wire = await Http1Wire.ConnectAsync(way.Http1);
        await wire.SendAsync($"POST /v1/files HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n{begun}");
        var answering = wire.ReadResponseAsync();
        while (!answering.IsCompleted)
        {
            await wire.SendAsync(drip);
            await Task.WhenAny(answering, Task.Delay(Pause, Token));
        }

        var answer = await answering;
        answer.ShouldStartWith("HTTP/1.1 408 ", customMessage: shape);
        answer.ShouldContain("\r\nConnection: close\r\n", customMessage: shape);
        answer.ShouldContain("An upload has to send at least 100 MB (100000000 bytes) per second.", customMessage: shape);
        (await wire.ReadResponseAsync()).ShouldBeEmpty($"the connection is closed: {shape}");
    }
}
