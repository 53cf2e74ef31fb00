using Api.Tests.Hosts;
using Journal.Log.Folders;
using Journal.Log.Recipients;
using Journal.Log.Writing;

namespace Api.Tests.Starts;

/// <summary>A folder in which each host can start as an executable, with data of its own and on ports that are free.</summary>
internal sealed class StartFolder : IDisposable
{
    private readonly TempDirectory _folder = new("starts");

    public StartFolder()
    {
        JournalMaker.Make(new JournalFolder(DataOf(DescribedHosts.Journal)), null, [new("reader.pem", ReaderKey.Create().ExportPublic())]);
        Directory.CreateDirectory(Combine("rules"));
        File.WriteAllText(Combine("rules/a.yml"), """
            title: Whoami
            logsource: { product: windows }
            detection: { selection: { CommandLine: whoami }, condition: selection }
            """);
    }

    public static string SectionOf(string host) => $"{char.ToUpperInvariant(host[0])}{host[1..]}";

    public string Combine(string name) => _folder.Combine(name);

    public string DataOf(string host) => Combine($"data-{host}");

    /// <summary>Starts it. Arguments come last, so they count.</summary>
    public BuiltProgram Start(string host, params string[] arguments) =>
        BuiltProgram.Start(ProjectOf(host), _folder.Path, [.. Settings(host, "0"), .. arguments]);

    /// <summary>Starts it on a port that is told, until its input ends.</summary>
    /// <param name="host">Its name.</param>
    /// <param name="handles">So many may be open; null for as many as this process may open.</param>
    public ServingHost Serve(string host, int? handles = null)
    {
        var port = LoopbackPort.FindFree();
        string[] arguments = [.. Settings(host, $"{port}"), $"--{SectionOf(host)}:StopAtEndOfInput=true"];
        var program = handles is { } few
            ? BuiltProgram.StartWithHandles(few, ProjectOf(host), _folder.Path, arguments)
            : BuiltProgram.Start(ProjectOf(host), _folder.Path, arguments);
        return new(program, port);
    }

    public void Dispose() => _folder.Dispose();

    private static string ProjectOf(string host) => host switch
    {
        DescribedHosts.Analyzer => "Analyzer.Service",
        DescribedHosts.Sigma => "Sigma.Streams",
        _ => SectionOf(host),
    };

    private IEnumerable<string> Settings(string host, string port)
    {
        var section = SectionOf(host);
        string[] ports = host == DescribedHosts.Journal
            ? ["Https", "Tcp", "Udp", "Tls", "Relp", "Forward", "ForwardTls", "Beats", "BeatsTls"]
            : host is DescribedHosts.Analyzer or DescribedHosts.Gateway ? ["Grpc"] : [];
        return
        [
            .. host == DescribedHosts.Sigma ? ["run", $"--Sigma:Rules:0={Combine("rules")}"] : Array.Empty<string>(),
            .. host == DescribedHosts.Gateway ? [] : new[] { $"--{section}:DataDirectory={DataOf(host)}" },
            .. host == DescribedHosts.Prober ? ["--Prober:Targets:0=tcp://127.0.0.1:1"] : Array.Empty<string>(),
            .. ports.Select(name => $"--{section}:{name}Port=0"),
            $"--{section}:HttpPort={port}",
        ];
    }
}

/// <summary>A host that serves.</summary>
internal sealed class ServingHost(BuiltProgram program, int port) : IDisposable
{
    private readonly HttpClient _http = new() { BaseAddress = new Uri($"http://127.0.0.1:{port}") };

    public int Port => port;

    /// <summary>Waits until it answers.</summary>
    public Task IsUpAsync() => Deadline.UntilAsync(async () =>
    {
        program.Process.HasExited.ShouldBeFalse();
        try
        {
            return (await _http.GetAsync("/healthz/live", TestContext.Current.CancellationToken)).IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    });

    /// <returns>All that it said.</returns>
    public async Task<string> EndAsync()
    {
        var (_, output, errors) = await program.EndAsync();
        return output + errors;
    }

    public void Dispose()
    {
        _http.Dispose();
        program.Dispose();
    }
}
