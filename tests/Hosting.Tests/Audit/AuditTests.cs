using System.Text.Json.Nodes;
using Grpc.Core;
using Grpc.Net.Client;
using Hosting.Audit;
using Hosting.Lifetime;
using Hosting.Tests.Hello;
using Hosting.Tests.Hello.V1;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Tests.Common.Scraping;

namespace Hosting.Tests.Audit;

/// <summary>A line for each call tells who asked for what, and what came of it.</summary>
public sealed class AuditTests : IDisposable
{
    private readonly TempDirectory _folder = new("audit");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string File => _folder.Combine("audit.ndjson");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Calls_OfBothEdges_AreLinesWithoutSecrets()
    {
        using var keys = new ClientKeys();
        var key = keys.Add("Ada's script", ["read"]);
        await using (var host = await HelloHost.StartAsync($"Keys={keys.File}", $"Audit:File={File}"))
        {
            using var http = new HttpClient { BaseAddress = host.Http1 };
            using var channel = GrpcChannel.ForAddress(host.Http2);
            using var stranger = await http.GetAsync("/hello/Ada", Token).Within();
            http.DefaultRequestHeaders.Add("x-api-key", key);
            await http.GetStringAsync("/hello/Ada", Token).Within();
            await http.GetStringAsync("/healthz/live", Token).Within();
            await Should.ThrowAsync<RpcException>(async () => await new Hello.V1.Hello.HelloClient(channel).GreetAsync(
                new GreetRequest { Name = "nobody" }, new Metadata { { "x-api-key", key } }, cancellationToken: Token));
        }

        var text = await System.IO.File.ReadAllTextAsync(File, Token);
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonNode.Parse(line)!.AsObject()).ToList();
        lines.Select(line => $"{line["action"]}: {line["outcome"]}")
            .ShouldBe(["key-added: ok", "GET /hello/{name}: unauthenticated", "GET /hello/{name}: ok", "Greet: shy"]);
        lines.ShouldAllBe(line => (string)line["host"]! == "hello");
        lines[1].ContainsKey("client").ShouldBeFalse();
        lines.Skip(1).ShouldAllBe(line => (string)line["address"]! == "127.0.0.1");
        lines.Skip(2).ShouldAllBe(line => (string)line["client"]! == $"key:{key.Split('.')[0]}" && (string)line["name"]! == "Ada's script");
        text.ShouldNotContain(key.Split('.')[1]);
    }

    [Fact]
    public async Task File_OfItsSize_TakesThePlaceOfTheOneBefore()
    {
        var file = new AuditFile(File, maxBytes: 300);

        for (var i = 0; i < 20; i++)
        {
            await file.WriteAsync([Record($"action-{i}")], Token);
        }

        Directory.GetFiles(_folder.Path).ShouldBe([File, $"{File}.1"], ignoreOrder: true);
        new FileInfo(File).Length.ShouldBeLessThanOrEqualTo(300);
        (await System.IO.File.ReadAllTextAsync(File, Token)).ShouldContain("action-19");
    }

    [Fact]
    public async Task File_ThatEndsInTheMiddleOfALine_LosesWhatIsNoRecord()
    {
        await System.IO.File.WriteAllTextAsync(File, "{\"time\":1}\n{\"ti", Token);
        var file = new AuditFile(File, maxBytes: 1 << 20);

        await file.WriteAsync([Record("first")], Token);
        await file.WriteAsync([Record("second")], Token);

        var lines = await System.IO.File.ReadAllLinesAsync(File, Token);
        lines[0].ShouldBe("{\"time\":1}");
        lines[1..].Select(line => (string)JsonNode.Parse(line)!["action"]!).ShouldBe(["first", "second"]);
    }

    [Fact]
    public async Task Queue_Full_CountsWhatIsLostAndSaysSo()
    {
        var sink = new BlockedSink();
        using var stream = Stream(sink, maxQueue: 10);
        for (var i = 0; i < 25; i++)
        {
            stream.Add(Record("call"));
        }

        stream.Lost.ShouldBe(15);
        await stream.StartAsync(Token);
        sink.Open.SetResult();
        await stream.StopAsync(Token).Within();

        sink.Written[0].Action.ShouldBe("records-lost");
        sink.Written[0].Count.ShouldBe(15);
        sink.Written.Count(record => record.Action == "call").ShouldBe(10);
    }

    [Theory]
    [InlineData(typeof(IOException))]
    [InlineData(typeof(NotSupportedException))] // a file that is a pipe
    [InlineData(typeof(OperationCanceledException))] // not the host's
    public async Task Sink_Fails_IsAskedAgainAndLosesNothing(Type failure)
    {
        var sink = new BlockedSink { Failures = 2, Failure = () => (Exception)Activator.CreateInstance(failure)! };
        var other = new BlockedSink();
        sink.Open.SetResult();
        other.Open.SetResult();
        using var stream = Stream([sink, other], maxQueue: 10);
        await stream.StartAsync(Token);

        stream.Add(Record("call"));
        await stream.StopAsync(Token).Within();

        sink.Written.Single().Action.ShouldBe("call");
        other.Written.Single().Action.ShouldBe("call");
    }

    [Fact]
    public async Task Metrics_OfAHostWithAFile_CountWhatIsWritten()
    {
        await using var host = await HelloHost.StartAsync($"Audit:File={File}");
        using var http = new HttpClient { BaseAddress = host.Http1 };
        await http.GetStringAsync("/hello/Ada", Token).Within();

        while (await WrittenAsync("file") < 1)
        {
            await Task.Delay(10, Token);
        }

        (await WrittenAsync("journal")).ShouldBe(0);

        async Task<double> WrittenAsync(string sink) => new Scrape(await http.GetStringAsync("/metrics", Token))
            .Sample("audit_records_total", ("sink", sink), ("outcome", "written")).Value;
    }

    [Theory]
    [InlineData("Audit:Url=journal:5580", "Hello:Audit:Url has to be the address of a journal, such as http://127.0.0.1:5580.")]
    [InlineData("Audit:Url=http://127.0.0.1:5580/v1", "Hello:Audit:Url has to be the address of a journal, such as http://127.0.0.1:5580.")]
    public void Start_AddressOfNoJournal_IsRefused(string setting, string message) => MessageOf(setting).ShouldBe(message);

    [Fact]
    public void Start_KeyInTheClear_IsRefusedUnlessAllowed()
    {
        string[] settings = ["Audit:Url=http://10.0.0.1:5580", "Audit:Key=id.secret"];

        MessageOf(settings).ShouldBe(
            "Hello:Audit:Key would be sent without TLS: Hello:Audit:Url needs https, or Hello:AllowPlaintext=true if the "
            + "network is secured otherwise.");
        HelloHost.Build(new LogSink(), [.. settings, "AllowPlaintext=true"]).UseHello();
    }

    private static string MessageOf(params string[] settings) =>
        StartFailure.Sentence(Should.Throw<Exception>(() => HelloHost.Build(new LogSink(), settings).UseHello()));

    private static AuditRecord Record(string action) => new(DateTimeOffset.UnixEpoch, "hello", action, AuditRecord.Ok);

    private static AuditTrail Stream(BlockedSink sink, int maxQueue) => Stream([sink], maxQueue);

    private static AuditTrail Stream(IEnumerable<IAuditSink> sinks, int maxQueue) => new(
        sinks, HelloApp.Host, Options.Create(new AuditOptions { MaxQueue = maxQueue }), TimeProvider.System,
        NullLogger<AuditTrail>.Instance);
}
