using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Grpc.Core;
using Grpc.Health.V1;
using Grpc.Net.Client;
using Hosting.Lifetime;
using Hosting.Tests.Hello.V1;
using Tests.Common.Scraping;
using HealthClient = Grpc.Health.V1.Health.HealthClient;

namespace Hosting.Tests.Hello;

/// <summary>The features that a new host gets for the few lines of <see cref="HelloApp"/>.</summary>
public sealed class HelloTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Rest_AndGrpc_AnswerTheSame()
    {
        await using var host = await HelloHost.StartAsync("Manners:Word=Good day");
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var channel = GrpcChannel.ForAddress(host.Http2);

        var rest = await http.GetStringAsync("/hello/Ada", Token).Within();
        var grpc = await new V1.Hello.HelloClient(channel).GreetAsync(new GreetRequest { Name = "Ada" }, cancellationToken: Token);

        rest.ShouldBe("Good day Ada");
        grpc.Text.ShouldBe(rest);
    }

    [Fact]
    public async Task OwnErrorKind_OnBothEdges_IsAProblemAndAStatus()
    {
        await using var host = await HelloHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var channel = GrpcChannel.ForAddress(host.Http2);

        using var rest = await http.GetAsync("/hello/nobody", Token).Within();
        var problem = await rest.Content.ReadFromJsonAsync<JsonObject>(Token).Within();
        var grpc = await Should.ThrowAsync<RpcException>(async () =>
            await new V1.Hello.HelloClient(channel).GreetAsync(new GreetRequest { Name = "nobody" }, cancellationToken: Token));

        rest.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
        ((string)problem!["type"]!).ShouldBe("urn:hello:problem:shy");
        ((string)problem["detail"]!).ShouldBe("Tell your name.");
        grpc.StatusCode.ShouldBe(StatusCode.PermissionDenied);
        grpc.Status.Detail.ShouldBe("Tell your name.");
    }

    [Fact]
    public async Task Metrics_AfterCalls_CountThemUnderTheHostsName()
    {
        await using var host = await HelloHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        await http.GetStringAsync("/hello/Ada", Token).Within();
        using var refused = await http.GetAsync("/hello/nobody", Token).Within();

        var scrape = new Scrape(await http.GetStringAsync("/metrics", Token).Within());

        scrape.Samples.Single(sample => sample.Name == "hello_build_info").Value.ShouldBe(1);
        scrape.Sample("hello_request_duration_seconds_count", ("operation", "greet"), ("transport", "rest-h1"), ("outcome", "greeted"))
            .Value.ShouldBe(1);
        scrape.Sample("hello_refusals_total", ("operation", "greet"), ("reason", "shy")).Value.ShouldBe(1);
        scrape.Sample("http_requests_received_total", ("method", "GET"), ("endpoint", "/hello/{name}"), ("code", "403")).Value.ShouldBe(1);
    }

    [Fact]
    public async Task Health_BothEdges_SaysReady()
    {
        await using var host = await HelloHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var channel = GrpcChannel.ForAddress(host.Http2);

        var ready = await http.GetStringAsync("/healthz/ready", Token).Within();

        ready.ShouldContain("HTTP/1.1; cleartext HTTP/2");
        await UntilServingAsync(new HealthClient(channel)).Within();
    }

    [Theory]
    [InlineData("Manners:Patience=10", "Hello:Manners:Patience=10 is not valid: it has to be a number from 1 to 9.")]
    [InlineData("Manners:Word=", "The Hello:Manners:Word field is required.")]
    [InlineData("Manners:Wrod=Hi", "There is no setting Hello:Manners:Wrod. The most similar one is Hello:Manners:Word.")]
    [InlineData("HttpPrt=1", "There is no setting Hello:HttpPrt. The most similar one is Hello:HttpPort.")]
    [InlineData("HttpPort=70000", "Hello:HttpPort=70000 is not valid: it has to be a number from 0 to 65535.")]
    [InlineData("Clients:RequestsPerSecond=0", "Hello:Clients:RequestsPerSecond=0 is not valid: it has to be a number from 1 to 1000000.")]
    [InlineData("Clients:MaxConnections=0", "Hello:Clients:MaxConnections=0 is not valid: it has to be a number from 1 to 1000000.")]
    [InlineData("LogFormat=xml", "Hello:LogFormat=xml is not valid: it has to be text or json.")]
    public void Start_WrongSetting_IsRefusedByName(string setting, string message)
    {
        var exception = Should.Throw<Exception>(() => HelloHost.Build(new LogSink(), setting).UseHello());

        StartFailure.IsExpected(exception).ShouldBeTrue();
        StartFailure.Sentence(exception).ShouldBe(message);
    }

    [Fact]
    public async Task Start_ListOfItems_HasNoUnknownSetting()
    {
        await using var host = await HelloHost.StartAsync("Manners:Friends:0=Ada", "Manners:Friends:1=Grace", "manners:word=Hi");

        host.Log.Records.ShouldContain(record =>
            record.Message == "Serving HTTP/1.1; cleartext HTTP/2; no TLS, because no certificate is configured.");
    }

    private static async Task UntilServingAsync(HealthClient client)
    {
        while ((await client.CheckAsync(new HealthCheckRequest(), cancellationToken: Token)).Status
            != HealthCheckResponse.Types.ServingStatus.Serving)
        {
            await Task.Delay(10, Token);
        }
    }
}
