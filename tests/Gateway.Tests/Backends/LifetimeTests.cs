using System.Net;
using System.Net.Sockets;
using Gateway.Tests.Foreign;
using Gateway.Tests.Foreign.V1;
using Grpc.Core;
using Grpc.Net.Client;
using Hosting.Errors;
using Hosting.Lifetime;
using Rpc = Gateway.Tests.Foreign.V1.Foreign;

namespace Gateway.Tests.Backends;

/// <summary>Backends that come and go, and a gateway that stops.</summary>
public sealed class LifetimeTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Start_NoBackend_IsNotReadyAndSaysSoAtOnce()
    {
        await using var gateway = await GatewayHost.StartUnreadyAsync($"Backends=http://127.0.0.1:{LoopbackPort.FindFree()}");
        using var clean = gateway.Log.ExpectClean();
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        using var ready = await http.GetAsync("/healthz/ready", Token).Within();
        using var live = await http.GetAsync("/healthz/live", Token).Within();
        using var rest = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();
        var grpc = await Should.ThrowAsync<RpcException>(
            async () => await new Rpc.ForeignClient(channel).AskAsync(new Letter(), cancellationToken: Token));

        ready.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        live.StatusCode.ShouldBe(HttpStatusCode.OK);
        rest.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        rest.Headers.RetryAfter!.Delta.ShouldBe(TimeSpan.FromSeconds(1));
        (await rest.Content.ReadAsStringAsync(Token)).ShouldContain("urn:gateway:problem:no-backend");
        grpc.StatusCode.ShouldBe(StatusCode.Unavailable);
        grpc.Trailers.GetValue("grpc-retry-pushback-ms").ShouldBe("1000");
        StatusTrailer.Read(grpc.Trailers.GetValueBytes(StatusTrailer.Name))!.Info.Reason.ShouldBe("no-backend");
    }

    /// <summary>The refusal waits for nothing: neither for the first answer of a backend nor for the time it has for that.</summary>
    [Fact]
    public async Task Start_BackendTakesConnectionsAndSaysNothing_IsRefusedWithoutWaitingForIt()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        await using var gateway = await GatewayHost.StartUnreadyAsync($"Backends=http://{silent.LocalEndpoint}");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var asked = await silent.AcceptTcpClientAsync(Token).AsTask().Within();

        using var rest = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();
        using var upload = await http.PostAsync("/v1/files", new ByteArrayContent([1]), Token).Within();

        (rest.StatusCode, upload.StatusCode).ShouldBe((HttpStatusCode.ServiceUnavailable, HttpStatusCode.ServiceUnavailable));
        gateway.Log.Records.ShouldNotContain(record => record.Message.Contains("does not serve"), "the watch is still waiting");
    }

    [Fact]
    public async Task Start_BackendComesLater_IsReadyThen()
    {
        var port = LoopbackPort.FindFree();
        await using var gateway = await GatewayHost.StartUnreadyAsync($"Backends=http://127.0.0.1:{port}");
        await gateway.UntilSaidAsync("does not serve: It does not answer.");

        await using var analyzer = await AnalyzerBackend.StartAsync($"GrpcPort={port}");

        await gateway.ReadyAsync();
    }

    [Theory]
    [InlineData("", "Gateway:Backends is empty: name at least one backend, such as http://127.0.0.1:5081.")]
    [InlineData(" , ", "Gateway:Backends is empty: name at least one backend, such as http://127.0.0.1:5081.")]
    [InlineData("localhost", "Gateway:Backends holds 'localhost', which is not a base address. Write it like http://127.0.0.1:5081.")]
    [InlineData("ftp://a", "Gateway:Backends holds 'ftp://a', which is not a base address. Write it like http://127.0.0.1:5081.")]
    [InlineData("http://a/b", "Gateway:Backends holds 'http://a/b', which is not a base address. Write it like http://127.0.0.1:5081.")]
    [InlineData("http://a, http://", "Gateway:Backends holds 'http://', which is not a base address. Write it like http://127.0.0.1:5081.")]
    public void Start_BadBackends_IsRefusedByName(string backends, string message)
    {
        var exception = Should.Throw<Exception>(() => GatewayHost.Build(new LogSink(), $"Backends={backends}").UseGateway());

        StartFailure.IsExpected(exception).ShouldBeTrue();
        StartFailure.Sentence(exception).ShouldBe(message);
    }

    [Fact]
    public async Task Reload_OtherBackend_TakesItAndDrainsTheOld()
    {
        await using var old = await ForeignHost.StartAsync();
        await using var next = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([old.Address]);
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var client = new Rpc.ForeignClient(channel);
        using var chat = client.Chat(cancellationToken: Token);
        await chat.RequestStream.WriteAsync(new Letter { Text = "before" }, Token).Within();
        (await chat.ResponseStream.MoveNext(Token).Within()).ShouldBeTrue();

        gateway.Reconfigure("Backends", $"{next.Address}");
        await gateway.ReadyAsync();
        await client.AskAsync(new Letter { Text = "hello" }, new Metadata { { "who", "me" } }, cancellationToken: Token);

        next.Events.Headers.ShouldContainKey("who");
        await chat.RequestStream.WriteAsync(new Letter { Text = "after" }, Token).Within();
        (await chat.ResponseStream.MoveNext(Token).Within()).ShouldBeTrue("a call under way goes on");
        await chat.RequestStream.CompleteAsync();
        (await chat.ResponseStream.MoveNext(Token).Within()).ShouldBeFalse();
    }

    [Fact]
    public async Task Reload_BadBackends_ChangesNothing()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        gateway.Reconfigure("Backends", "nonsense");

        await gateway.UntilSaidAsync("The changed settings are invalid and are not used: Gateway:Backends holds 'nonsense'");
        (await new Rpc.ForeignClient(channel).AskAsync(new Letter { Text = "hello" }, cancellationToken: Token)).Text.ShouldBe("hello");
    }

    [Fact]
    public async Task Reload_KeyWouldCrossANetworkInTheClear_ChangesNothing()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address], "BackendKey=secret");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        gateway.Reconfigure("Backends", "http://192.0.2.1:5081");

        await gateway.UntilSaidAsync("Gateway:BackendKey would be sent without TLS: 192.0.2.1:5081 needs https");
        (await new Rpc.ForeignClient(channel).AskAsync(new Letter { Text = "hello" }, cancellationToken: Token)).Text.ShouldBe("hello");
    }

    /// <summary>A file that is being replaced is away for a moment, and with it all that it says.</summary>
    [Fact]
    public async Task Reload_BackendsAreGoneFromTheSettings_ChangesNothing()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartUnreadyAsync();
        gateway.Reconfigure("Backends", $"{foreign.Address}");
        await gateway.ReadyAsync();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        gateway.Reconfigure("Backends", null);

        await gateway.UntilSaidAsync($"The settings name no Gateway:Backends: the backends stay {foreign.Address}");
        (await new Rpc.ForeignClient(channel).AskAsync(new Letter { Text = "hello" }, cancellationToken: Token)).Text.ShouldBe("hello");
    }

    [Fact]
    public async Task Reload_BackendIsRemoved_LeavesNoGaugeOfIt()
    {
        await using var old = await ForeignHost.StartAsync();
        await using var next = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([old.Address, next.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        (await http.GetStringAsync("/metrics", Token).Within()).ShouldContain(old.Address.Authority);

        gateway.Reconfigure("Backends", $"{next.Address}");
        await gateway.ReadyAsync();

        var metrics = await http.GetStringAsync("/metrics", Token).Within();
        metrics.ShouldNotContain(old.Address.Authority);
        metrics.ShouldContain($"gateway_calls_in_flight{{backend=\"{next.Address.Authority}\",set=\"default\"}} 0");
    }

    [Fact]
    public async Task Stop_BackendServes_SaysNothingElseOfIt()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2]);

        await gateway.StopAsync();

        gateway.Log.Records.ShouldNotContain(record => record.Message.Contains("does not serve"));
    }

    [Fact]
    public async Task Stop_CallUnderWay_IsFinished()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var collect = new Rpc.ForeignClient(channel).Collect(cancellationToken: Token);
        await collect.RequestStream.WriteAsync(new Letter { Text = "one" }, Token).Within();
        await gateway.UntilMetricAsync("gateway_calls_in_flight{", 1);

        var stopping = gateway.StopAsync();
        await collect.RequestStream.WriteAsync(new Letter { Text = "two" }, Token).Within();
        await collect.RequestStream.CompleteAsync();

        (await collect.ResponseAsync.Within()).Text.ShouldBe("2");
        await stopping.Within();
    }
}
