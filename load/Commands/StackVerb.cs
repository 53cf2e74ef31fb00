using System.CommandLine;
using System.Diagnostics;
using Hosting.Lifetime;
using Load.Machine;
using Load.Measuring;
using Load.Stack;
using Load.Stack.Chaos;

namespace Load.Commands;

/// <summary><c>stack</c>: the five systems together, until a signal stops them.</summary>
internal sealed class StackVerb
{
    private const string Sqlite = "sqlite";
    private const string Elasticsearch = "elasticsearch";
    private const int MaxAnalyzers = 16;
    private const int MaxMinutes = 1440;

    private readonly Option<string?> _data = new("--data")
    {
        Description = "The folder for all data and logs, kept for the next start [default: a temporary one, removed at the end]",
    };

    private readonly Option<int> _analyzers = new("--analyzers")
    {
        Description = "Analyzers behind the gateway; several need --store elasticsearch, which they share",
        DefaultValueFactory = _ => 1,
    };

    private readonly Option<string> _store = new("--store")
    {
        Description = "Where reports are kept: sqlite or elasticsearch",
        DefaultValueFactory = _ => Sqlite,
    };

    private readonly Option<string?> _storeUrl = new("--store-url")
    {
        Description = "Elasticsearch's nodes, separated by commas [default: http://127.0.0.1:9200]",
    };

    private readonly Option<string?> _kafka = new("--kafka")
    {
        Description = "Brokers; Sigma then gets its events by the topic stack-events",
    };

    private readonly Option<string?> _servers = new("--servers")
    {
        Description = "The script that starts three nodes of Elasticsearch and a Kafka broker for this stack, which end with it; "
            + "--chaos strikes them too",
    };

    private readonly Option<bool> _freePorts = new("--free-ports")
    {
        Description = "Takes any free ports instead of those that the READMEs name",
    };

    private readonly Option<bool> _chaos = new("--chaos")
    {
        Description = "Kills, stops and pauses members at random while files come, and says what was lost and how long it took to heal",
    };

    private readonly Option<double> _minutes = new("--minutes")
    {
        Description = "No fault of --chaos begins after this time",
        DefaultValueFactory = _ => 5,
    };

    private readonly Option<int> _faults = new("--faults")
    {
        Description = "No more faults than this",
        DefaultValueFactory = _ => int.MaxValue,
    };

    private readonly Option<int> _seed = new("--seed") { Description = "The faults follow from it", DefaultValueFactory = _ => 1 };

    private readonly Option<string?> _picture = new("--picture")
    {
        Description = "Starts nothing: writes the wiring as a picture (SVG) into this file",
    };

    private readonly Option<bool> _noBuild = ProgramBuild.NewOption();

    private StackVerb()
    {
        _minutes.Require(minutes => minutes is > 0 and <= MaxMinutes, $"above 0, up to {MaxMinutes}");
        _faults.Require(faults => faults >= 1, "at least 1");
        _analyzers.Require(value => value is >= 1 and <= MaxAnalyzers, $"1 to {MaxAnalyzers}");
        _store.AcceptOnlyFromAmong(Sqlite, Elasticsearch);
        _data.Require(path => path?.Trim() is not "", "a folder");
        _picture.Require(path => path?.Trim() is not "", "a file");
    }

    public static Command Create()
    {
        var verb = new StackVerb();
        var command = new Command("stack", "Start analyzer, gateway, prober, journal and Sigma, wired together, on loopback")
        {
            verb._data, verb._analyzers, verb._store, verb._storeUrl, verb._kafka, verb._servers, verb._freePorts,
            verb._chaos, verb._minutes, verb._faults, verb._seed, verb._picture, verb._noBuild,
        };
        command.Validators.Add(result =>
        {
            Option[] ofChaos = [verb._minutes, verb._faults, verb._seed];
            if (!result.GetValue(verb._chaos) && ofChaos.FirstOrDefault(one => result.GetResult(one) is { Implicit: false }) is { } lone)
            {
                result.AddError($"{lone.Name} goes with --chaos.");
            }

            if (result.GetValue(verb._servers) is not null)
            {
                if (result.GetValue(verb._storeUrl) is not null || result.GetValue(verb._kafka) is not null)
                {
                    result.AddError("--servers starts Elasticsearch and Kafka: leave --store-url and --kafka out.");
                }
            }
            else if (result.GetValue(verb._analyzers) > 1 && result.GetValue(verb._store) != Elasticsearch)
            {
                result.AddError(
                    "Several analyzers share a store: say --store elasticsearch, and --store-url if it is not on this machine; or "
                    + "--servers.");
            }
            else if (result.GetValue(verb._storeUrl) is not null && result.GetValue(verb._store) != Elasticsearch)
            {
                result.AddError("--store-url goes with --store elasticsearch.");
            }
        });
        command.SetAction((parsed, _) => parsed.GetValue(verb._picture) is { } picture
            ? DrawAsync(verb.OptionsOf(parsed), picture, parsed.InvocationConfiguration.Error)
            : RunAsync(
            verb.OptionsOf(parsed), verb.ChaosOf(parsed), parsed.GetValue(verb._noBuild), parsed.InvocationConfiguration.Output,
            parsed.InvocationConfiguration.Error));
        return command;
    }

    private StackOptions OptionsOf(ParseResult parsed) => new(
        parsed.GetValue(_data) ?? Path.Combine(Path.GetTempPath(), $"stack-{Path.GetRandomFileName()}"))
    {
        IsTemporary = parsed.GetValue(_data) is null,
        FreePorts = parsed.GetValue(_freePorts),
        Analyzers = parsed.GetValue(_analyzers),
        StoreUrl = parsed.GetValue(_store) == Elasticsearch ? parsed.GetValue(_storeUrl) ?? "http://127.0.0.1:9200" : null,
        Kafka = parsed.GetValue(_kafka),
        Servers = parsed.GetValue(_servers),
    };

    private static async Task<int> DrawAsync(StackOptions options, string file, TextWriter error)
    {
        var members = StackMembers.Of(options, new StackPaths(options.Folder), StackPorts.Usual(options.Analyzers));
        try
        {
            await File.WriteAllTextAsync(file, StackPicture.Of(members));
            return LabExitCode.Success;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            await error.WriteLineAsync($"--picture {file}: {exception.Message}");
            return LabExitCode.NotDone;
        }
    }

    private ChaosOptions? ChaosOf(ParseResult parsed) => parsed.GetValue(_chaos)
        ? new(parsed.GetValue(_seed), parsed.GetValue(_faults), TimeSpan.FromMinutes(parsed.GetValue(_minutes)))
        : null;

    private static async Task<int> RunAsync(
        StackOptions options, ChaosOptions? chaos, bool noBuild, TextWriter output, TextWriter error)
    {
        using var signals = new StopSignals();
        try
        {
            if (!noBuild)
            {
                await ProgramBuild.RunAsync(StackMembers.Projects, output, signals.Token);
            }

            var said = TextWriter.Synchronized(output);
            var began = Stopwatch.GetTimestamp();
            await using var stack = await RunningStack.StartAsync(options, said, signals.Token);
            StackTable.Write(stack, options.IsTemporary, Stopwatch.GetElapsedTime(began), said);
            if (chaos is not null)
            {
                return await RunChaosAsync(stack, chaos, said, signals.Token);
            }

            await stack.SuperviseAsync(signals.Token);
            await said.WriteLineAsync("Stopping: prober, forwarder, gateway, analyzers, Sigma, journal.");
            return LabExitCode.Success;
        }
        catch (OperationCanceledException) when (signals.Token.IsCancellationRequested)
        {
            return LabExitCode.Interrupted;
        }
        catch (LabException exception)
        {
            await error.WriteLineAsync(exception.Message);
            return exception.ExitCode;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            await error.WriteLineAsync($"stack: {exception.Message}");
            return LabExitCode.NotDone;
        }
    }

    private static async Task<int> RunChaosAsync(RunningStack stack, ChaosOptions options, TextWriter output, CancellationToken stop)
    {
        using var chaos = new ChaosRun(stack, output);
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(stop);
        await output.WriteLineAsync(
            $"Faults by seed {options.Seed}; a file each 100 ms, every fourth malicious. Times are in seconds, "
            + "'none' are files without an answer.");
        await output.WriteLineAsync(ChaosRound.Heading);
        var supervising = stack.SuperviseAsync(ended.Token);
        var running = chaos.RunAsync(
            ChaosPlan.AtRandom(stack.Processes, options.Seed).Take(options.Faults), options.Time, ended.Token);
        try
        {
            await await Task.WhenAny(running, supervising); // a member that ends again and again ends all
            var last = await running;
            await chaos.ReportAsync(last);
            return last.Count == 0 && chaos.Rounds.All(round => round.Missing.Count == 0) ? LabExitCode.Success : LabExitCode.Failed;
        }
        finally
        {
            await ended.CancelAsync(); // nobody starts or strikes a member while the stack stops
            await Task.WhenAll(running, supervising).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
