using Load.Crash.Faults;
using Load.Crash.Servers;
using Load.Server;
using Load.Stores;
using Spectre.Console;

namespace Load.Crash;

/// <summary>The crash suite as the command line sees it: a line per round, a table, an exit code.</summary>
internal static class CrashLab
{
    private const string Alias = "crash";

    public static async Task<int> RunAsync(CrashOptions options)
    {
        using var signals = new StopSignals();
        var folder = Directory.CreateDirectory(Path.Combine(options.Out, $"{DateTime.UtcNow:yyyyMMdd-HHmmss}-crash-{options.Store}")).FullName;
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = Console.IsOutputRedirected ? AnsiSupport.No : AnsiSupport.Detect });
        var results = new List<CrashResult>();
        var code = Lab.Failure;
        Console.WriteLine($"crash: {options.Rounds} rounds of {string.Join(", ", options.Faults)} on {options.Store}, --seed {options.Seed}");
        try
        {
            await RunAsync(options, folder, results, signals.Token);
            code = results.TrueForAll(result => result.Succeeded) ? Lab.Success : Lab.Failure;
        }
        catch (OperationCanceledException) when (signals.Token.IsCancellationRequested)
        {
            code = Lab.Interrupted;
        }
        catch (Exception exception) when (exception is LabException or HttpRequestException)
        {
            await Console.Error.WriteLineAsync(exception.Message);
        }

        CrashReport.Write(console, results);
        if (code == Lab.Failure)
        {
            Console.WriteLine($"What the service said, and its data: {folder}. The same files and moments again: --seed {options.Seed}");
        }
        else
        {
            Directory.Delete(folder, recursive: true);
        }

        return code;
    }

    private static async Task RunAsync(CrashOptions options, string folder, List<CrashResult> results, CancellationToken stop)
    {
        if (options.Store == StoreTarget.Sqlite)
        {
            var sqlite = ServiceSettings.Default.With("store", StoreTarget.Sqlite, ("Analyzer:Store", StoreTarget.Sqlite));
            await RunAsync(new ServiceKill(FaultCatalog.Kill, sqlite), options, folder, results, stop);
            return;
        }

        await using var script = new ServerScript(options.Servers);
        using var cluster = await ElasticsearchCluster.UpAsync(script, stop);
        using var network = await Toxiproxy.UpAsync(script, cluster.Nodes, stop);
        foreach (var name in options.Faults)
        {
            // An index of its own, so that whatever stands in it comes from this fault's rounds.
            var alias = $"{Alias}-{name}";
            var direct = On(cluster.Nodes, alias);
            IFault fault = name switch
            {
                FaultCatalog.Kill => new ServiceKill(name, direct),
                FaultCatalog.Node => new NodeLoss(name, cluster, alias, direct),
                FaultCatalog.Pause => new NodePause(name, cluster, alias, direct),
                FaultCatalog.Away => new Outage(name, cluster, direct),
                _ => new NetworkFault(name, FaultCatalog.Network[name], network, exposed: On(network.Proxies, alias), sheltered: direct),
            };
            await RunAsync(fault, options, folder, results, stop);
        }
    }

    private static async Task RunAsync(IFault fault, CrashOptions options, string folder, List<CrashResult> results, CancellationToken stop)
    {
        var rounds = new CrashRounds(fault, options, folder, Console.Out);
        try
        {
            await rounds.RunAsync(stop);
        }
        finally
        {
            results.Add(rounds.Result);
        }
    }

    private static ServiceSettings On(IReadOnlyList<Uri> nodes, string alias) => ServiceSettings.Default.With(
        "store",
        StoreTarget.Elasticsearch,
        ("Analyzer:Store", StoreTarget.Elasticsearch),
        ("Analyzer:Elasticsearch:Url", string.Join(',', nodes)),
        ("Analyzer:Elasticsearch:Alias", alias),
        ("Analyzer:Elasticsearch:Replicas", "1"));
}
