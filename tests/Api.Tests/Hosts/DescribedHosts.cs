using System.Text.Json.Nodes;
using Analyzer.Service;
using Gateway;
using Hosting.Web.Notices;
using Journal;
using Journal.Log.Folders;
using Journal.Log.Recipients;
using Journal.Log.Writing;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Prober;
using Prober.Features.Settings;
using Sigma.Streams;
using Sigma.Streams.Settings;

[assembly: AssemblyFixture(typeof(Api.Tests.Hosts.DescribedHosts))]

namespace Api.Tests.Hosts;

/// <summary>The five hosts in this process, each with something to tell, started once for all tests.</summary>
public sealed class DescribedHosts : IAsyncLifetime
{
    public const string Analyzer = "analyzer";
    public const string Gateway = "gateway";
    public const string Journal = "journal";
    public const string Prober = "prober";
    public const string Sigma = "sigma";

    private readonly TempDirectory _folder = new("api");
    private readonly List<WebApplication> _apps = [];
    private readonly Dictionary<string, Uri> _addresses = [];
    private readonly Dictionary<string, string> _documents = [];

    public static TheoryData<string> Names { get; } = [Analyzer, Gateway, Journal, Prober, Sigma];

    public HttpClient Client(string host) => new() { BaseAddress = _addresses[host], Timeout = Deadline.Default };

    public Uri Address(string host) => _addresses[host];

    public string Document(string host) => _documents[host];

    public JsonObject Read(string host) => JsonNode.Parse(_documents[host])!.AsObject();

    /// <summary>A file with the document, for programs that read files.</summary>
    public string File(string host) => _folder.Combine($"{host}.json");

    public async ValueTask InitializeAsync()
    {
        await StartAsync(
            Analyzer, ["--Analyzer:HttpPort=0", "--Analyzer:GrpcPort=0", $"--Analyzer:DataDirectory={_folder.Combine("a")}",
                "--Analyzer:Limits:Adaptive=false", "--Analyzer:Deletion=true"],
            services => services.AddAnalyzerSettings(), builder => builder.AddAnalyzer(), app => app.UseAnalyzer());
        var grpc = _apps[0].Services.Addresses()[1].OriginalString;
        await StartAsync(
            Gateway, ["--Gateway:HttpPort=0", "--Gateway:GrpcPort=0", $"--Gateway:Backends={grpc}", "--Gateway:AnswerTimeout=5m"],
            services => services.AddGatewaySettings(), builder => builder.AddGateway(), app => app.UseGateway());
        await StartAsync(
            Journal, [$"--Journal:DataDirectory={MakeJournal()}", .. Closed("Https", "Tcp", "Udp", "Tls", "Relp", "Forward", "ForwardTls",
                "Beats", "BeatsTls"), "--Journal:HttpPort=0"],
            services => services.AddJournalSettings(), builder => builder.AddJournal(), app => app.UseJournal());
        await StartAsync(
            Prober, TargetArguments.Expand(["--config", MakeTargets(), "--Prober:HttpPort=0",
                $"--Prober:DataDirectory={_folder.Combine("p")}"]),
            services => services.AddProberSettings(), builder => builder.AddProber(), app => app.UseProber());
        await StartAsync(
            Sigma, RunArguments.Expand(["run", "--rules", MakeRules(), "--Sigma:HttpPort=0",
                $"--Sigma:DataDirectory={_folder.Combine("s")}",
                "--Sigma:Sinks:0=file", $"--Sigma:File:Output={_folder.Combine("alerts.ndjson")}"]),
            services => services.AddSigmaSettings(), builder => builder.AddSigma(), app => app.UseSigma());

        foreach (var (host, address) in _addresses)
        {
            using var http = Client(host);
            await Deadline.UntilAsync(async () =>
            {
                using var ready = await http.GetAsync("/healthz/ready");
                return ready.IsSuccessStatusCode;
            });
            _documents[host] = await http.GetStringAsync("/openapi/v1.json").Within();
            await System.IO.File.WriteAllTextAsync(File(host), _documents[host]);
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var app in Enumerable.Reverse(_apps))
        {
            await app.StopAsync(CancellationToken.None).Within();
            await app.DisposeAsync().AsTask().Within();
        }

        _folder.Dispose();
    }

    private static IEnumerable<string> Closed(params string[] ports) => ports.Select(port => $"--Journal:{port}Port=0");

    private async Task StartAsync(
        string host, string[] arguments, Action<IServiceCollection> settings, Action<WebApplicationBuilder> add, Action<WebApplication> use)
    {
        var builder = WebApplication.CreateBuilder(arguments);
        settings(builder.Services);
        add(builder);
        builder.Logging.ClearProviders();
        if (builder.Services.Any(service => service.ServiceType == typeof(NoticeLog)))
        {
            builder.Services.AddNotices();
        }

        var app = builder.Build();
        use(app);
        _apps.Add(app);
        await app.StartAsync().Within();
        _addresses[host] = app.Services.Addresses().First(address => address.Scheme == Uri.UriSchemeHttp);
    }

    private string MakeJournal()
    {
        var folder = new JournalFolder(_folder.Combine("journal"));
        JournalMaker.Make(folder, null, [new("reader.pem", ReaderKey.Create().ExportPublic())]);
        return folder.Path;
    }

    private string MakeTargets()
    {
        var path = _folder.Combine("probes.yaml");
        System.IO.File.WriteAllText(path, $"""
            tcp:
              - name: itself
                host: 127.0.0.1:{_addresses[Analyzer].Port}
            push:
              - name: backup
                token: 0123456789abcdef
                interval: 1h
            """);
        return path;
    }

    private string MakeRules()
    {
        var path = _folder.Combine("rules");
        Directory.CreateDirectory(path);
        System.IO.File.WriteAllText(Path.Combine(path, "a.yml"), """
            title: Whoami
            id: 11111111-0001-4a5b-9c8d-1e2f3a4b5c6d
            status: test
            level: low
            logsource: { product: windows }
            detection: { selection: { CommandLine: whoami }, condition: selection }
            """);
        return path;
    }
}
