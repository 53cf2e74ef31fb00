using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Analyzer.Service.Tests.Abuse;

/// <summary>Floods: an honest client is served meanwhile or right after, nothing stays taken, and the log stays short.</summary>
public sealed class FloodTests
{
    private const int Declared = 1 << 30;
    private const int Connections = 64;
    private const int Resets = 20_000;
    private const int Together = 200;
    private const int EnhanceYourCalm = 11;
    private const string Alive = "GET /healthz/live HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private static readonly byte[] File = "%PDF-1.4\n%%EOF\n"u8.ToArray();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Declarations_OfMuch_HoldNoRoomOverRest()
    {
        await using var host = await AnalyzerHost.StartAsync($"Limits:MaxBytesInFlight={Declared}");
        var wires = await ManyAsync(
            Connections, host, $"POST /v1/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: {Declared}\r\n\r\n%");
        await host.ShouldHaveUploadsAsync(Connections);

        await host.ShouldTakeAFileAsync();

        wires.ForEach(wire => wire.Dispose());
        await host.ShouldBeIdleAsync();
    }

    [Fact]
    public async Task Declarations_OfMuch_HoldNoRoomOverGrpc()
    {
        await using var host = await AnalyzerHost.StartAsync($"Limits:MaxBytesInFlight={Declared}");
        using (var wire = await Http2Wire.ConnectAsync(host.Http2))
        {
            for (var i = 0; i < Connections; i++)
            {
                var stream = (2 * i) + 1;
                await wire.SendAsync(
                [
                    .. Submit(stream),
                    .. Http2Wire.Message(stream, new SubmitFileRequest { Metadata = new() { Size = Declared } }.ToByteArray()),
                    .. Http2Wire.Message(stream, new SubmitFileRequest { Data = ByteString.CopyFromUtf8("%") }.ToByteArray()),
                ]);
            }

            await host.ShouldHaveUploadsAsync(Connections);
            await host.ShouldTakeAFileAsync();
        }

        await host.ShouldBeIdleAsync();
    }

    [Fact]
    public async Task Client_WithAllThatItMayHave_LeavesRoomForAnother()
    {
        using var keys = new ClientKeys();
        var (greedy, honest) = (keys.Add("greedy", ["submit"]), keys.Add("honest", ["submit"]));
        await using var host = await AnalyzerHost.StartAsync($"Keys={keys.File}", "Limits:MaxUploads=8");
        using var clean = host.Log.ExpectClean();
        var wires = await ManyAsync(
            4, host, $"POST /v1/files HTTP/1.1\r\nHost: localhost\r\nx-api-key: {greedy}\r\nContent-Length: {Declared}\r\n\r\n%");
        await host.ShouldHaveUploadsAsync(4);
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var refused = await PostAsync(http, greedy);
        using var taken = await PostAsync(http, honest);

        refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        refused.Headers.RetryAfter.ShouldNotBeNull();
        taken.StatusCode.ShouldBe(HttpStatusCode.Created);
        wires.ForEach(wire => wire.Dispose());
        await host.ShouldBeIdleAsync();
    }

    [Fact]
    public async Task Client_WithHalfOfTheBytes_LeavesRoomForAnother()
    {
        const int Large = 900_000;
        using var keys = new ClientKeys();
        var (greedy, honest) = (keys.Add("greedy", ["submit"]), keys.Add("honest", ["submit"]));
        await using var host = await AnalyzerHost.StartAsync(
            $"Keys={keys.File}", "Limits:MaxBytesInFlight=2000000", "Limits:MaxFileBytes=1000000");
        using var clean = host.Log.ExpectClean();
        var wires = await ManyAsync(
            2, host,
            $"POST /v1/files HTTP/1.1\r\nHost: localhost\r\nx-api-key: {greedy}\r\nContent-Length: 1000000\r\n\r\n"
                + new string(' ', Large));
        var refused = await await Task.WhenAny(wires.Select(wire => wire.ReadResponseAsync())).Within();
        await host.ShouldHaveUploadsAsync(1);
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var taken = await PostAsync(http, honest, [.. File, .. new byte[Large]]);

        refused.ShouldStartWith("HTTP/1.1 429");
        refused.ShouldContain("Retry-After: ");
        taken.StatusCode.ShouldBe(HttpStatusCode.Created);
        wires.ForEach(wire => wire.Dispose());
        await host.ShouldBeIdleAsync();
    }

    [Fact]
    public async Task RapidReset_EndsTheConnectionLeavesNothingTakenAndFewLines()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var ended = 0;
        for (var round = 0; round < 2; round++)
        {
            using var wire = await Http2Wire.ConnectAsync(host.Http2);
            var reading = EndAsync(wire);
            try
            {
                for (var stream = 1; stream < 2 * Resets && !reading.IsCompleted; stream += 2 * Together)
                {
                    // Many in one segment: the faster they come, the more of them are under way when they are reset.
                    await wire.SendAsync([.. Enumerable.Range(0, Together).SelectMany(i => (byte[])
                        [.. Submit(stream + (2 * i)), .. Http2Wire.Frame(Http2Wire.Reset, 0, stream + (2 * i), [0, 0, 0, 8])])]);
                }
            }
            catch (Exception gone) when (gone is IOException or ObjectDisposedException)
            {
                // The service has ended the connection.
            }

            ended += await reading.Within() is null or EnhanceYourCalm ? 1 : 0;
        }

        ended.ShouldBe(2, "Kestrel ends a connection that resets hundreds of streams which are still at work");
        await host.ShouldBeIdleAsync();
        await host.ShouldTakeAFileAsync();
        host.Log.Records.Count(record => record.Level >= LogLevel.Warning).ShouldBeLessThan(10);
    }

    [Fact]
    public async Task Headers_HalfSent_AreBoundedByTheConnectionsThatThereMayBe()
    {
        // Kestrel gives up on headers after 30 s, and a busy machine takes as long to send them.
        await using var host = await AnalyzerHost.StartAsync(
            services => services.Configure<KestrelServerOptions>(kestrel => kestrel.Limits.RequestHeadersTimeout = Deadline.Extended),
            "Clients:MaxConnections=20");
        var wires = await ManyAsync(20, host, Alive);
        foreach (var wire in wires)
        {
            // An answered connection is a counted one: those that wait to be counted could come after the one too many.
            (await wire.ReadResponseAsync()).ShouldStartWith("HTTP/1.1 200");
            await wire.SendAsync("GET /v1/rules HTTP/1.1\r\nHost: localhost\r\nX-");
        }

        (await AskAsync(host)).ShouldBeEmpty("one too many is closed");
        (await AskAsync(host)).ShouldBeEmpty("one too many is closed");
        await Deadline.UntilAsync(() => host.Log.Records.Any(record => record.Level == LogLevel.Warning)); // it is told once it is closed
        host.Log.Records.Single(record => record.Level == LogLevel.Warning).Message.ShouldBe(
            "Connections beyond 20 are closed: Analyzer:Clients:MaxConnections allows no more.");
        wires.ForEach(wire => wire.Dispose());

        await UntilServedAsync(host);
    }

    [Fact]
    public async Task Connections_OfAllListeners_AreBoundedTogether()
    {
        await using var host = await AnalyzerHost.StartAsync("Clients:MaxConnections=2");
        using (var first = await Http1Wire.ConnectAsync(host.Http1))
        using (var second = await Http2Wire.ConnectAsync(host.Http2))
        {
            await first.SendAsync(Alive);
            (await first.ReadResponseAsync()).ShouldStartWith("HTTP/1.1 200");
            (await second.ReadAsync()).ShouldNotBeNull();

            (await AskAsync(host)).ShouldBeEmpty("the first listener has one connection, and all together have two");
        }

        await UntilServedAsync(host);
    }

    [Fact]
    public async Task Connections_OfOneAddress_AreBounded()
    {
        await using var host = await AnalyzerHost.StartAsync("Clients:ConnectionsEach=2");
        var wires = await ManyAsync(2, host, Alive);
        foreach (var wire in wires)
        {
            (await wire.ReadResponseAsync()).ShouldStartWith("HTTP/1.1 200");
        }

        (await AskAsync(host)).ShouldBeEmpty();

        wires.ForEach(wire => wire.Dispose());
        await UntilServedAsync(host);
    }

    [Fact]
    public async Task Requests_OfOneClient_AreBounded()
    {
        await using var host = await AnalyzerHost.StartAsync("Clients:RequestsPerSecond=1");
        using var http = new HttpClient { BaseAddress = host.Http1 };
        HttpResponseMessage response;
        do
        {
            response = await http.GetAsync("/v1/rules", Token).Within();
        }
        while (response.IsSuccessStatusCode);

        response.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        response.Headers.RetryAfter.ShouldNotBeNull();
        response.Dispose();
        await UntilServedAsync(host);
    }

    [Fact]
    public async Task Bytes_OfOneClient_AreBounded()
    {
        await using var host = await AnalyzerHost.StartAsync("Clients:BytesPerSecond=1024");
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var large = await http.PostAsync("/v1/files", new ByteArrayContent(new byte[1 << 20]), Token).Within();
        using var next = await http.PostAsync("/v1/files", new ByteArrayContent(File), Token).Within();

        large.StatusCode.ShouldBe(HttpStatusCode.Created);
        next.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        next.Headers.RetryAfter!.Delta!.Value.TotalSeconds.ShouldBeInRange(1, 1100);
    }

    private static byte[] Submit(int stream) => Http2Wire.Request(
        stream, 0, "POST", "/analyzer.v1.Analyzer/SubmitFile", ("content-type", "application/grpc"), ("te", "trailers"));

    private static async Task<List<Http1Wire>> ManyAsync(int count, AnalyzerHost host, string request)
    {
        var wires = new List<Http1Wire>();
        for (var i = 0; i < count; i++)
        {
            var wire = await Http1Wire.ConnectAsync(host.Http1);
            wires.Add(wire);
            await wire.SendAsync(request);
        }

        return wires;
    }

    private static async Task<HttpResponseMessage> PostAsync(HttpClient http, string key, byte[]? file = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/v1/files") { Content = new ByteArrayContent(file ?? File) };
        request.Headers.Add("x-api-key", key);
        return await http.SendAsync(request, Token).Within();
    }

    /// <returns>The reason that the connection gives for its end (RFC 9113, 6.8); null where there was no time to give one.</returns>
    private static async Task<int?> EndAsync(Http2Wire wire)
    {
        while (await wire.ReadAsync() is { } frame)
        {
            if (frame.Type == Http2Wire.GoAway)
            {
                return BinaryPrimitives.ReadInt32BigEndian(frame.Payload.AsSpan(4));
            }
        }

        return null;
    }

    private static async Task<string> AskAsync(AnalyzerHost host)
    {
        try
        {
            return await Http1Wire.AskAsync(host.Http1, Alive);
        }
        catch (Exception closed) when (closed is IOException or SocketException or InvalidOperationException)
        {
            return ""; // closed while it was connected or asked
        }
    }

    private static async Task UntilServedAsync(AnalyzerHost host)
    {
        while (!(await AskAsync(host)).StartsWith("HTTP/1.1 200", StringComparison.Ordinal))
        {
            await Task.Delay(50, Token);
        }
    }
}
