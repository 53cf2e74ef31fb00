using System.CommandLine;
using System.CommandLine.Parsing;
using System.Security.Cryptography;
using Crash.Faults;
using Hosting.Lifetime;
using Load.Machine;
using Load.Measuring;
using Spectre.Console;

namespace Crash.Commands;

/// <summary><c>crash</c>: does a system lose anything that it acknowledged?</summary>
internal sealed class CrashVerb
{
    private readonly IReadOnlyList<ICrashSystem> _systems;

    private readonly Option<string> _system;

    private readonly Option<string?> _store = new("--store")
    {
        Description = "Where the system keeps its entries [default: its first store]",
    };

    private readonly Option<string[]> _fault = new("--fault")
    {
        Description = "The fault to strike with; may be given several times [default: all that the store knows]",
    };

    private readonly Option<int> _rounds = new("--rounds")
    {
        Description = "How often each fault strikes",
        DefaultValueFactory = _ => CrashOptions.DefaultRounds,
    };

    private readonly Option<double> _seconds = new("--seconds")
    {
        Description = "A fault strikes at a random moment within this time, and lasts as long",
        DefaultValueFactory = _ => CrashOptions.DefaultSpan.TotalSeconds,
    };

    private readonly Option<int> _submitters = new("--submitters")
    {
        Description = "Clients at once, spread over the ways into the system",
        DefaultValueFactory = _ => CrashOptions.DefaultWorkers,
    };

    private readonly Option<double> _pause = new("--pause")
    {
        Description = "How many milliseconds each of them waits after an answer; 0 for no pause",
    };

    private readonly Option<ulong?> _seed = new("--seed")
    {
        Description = "Decides entries, requests, moments and victims [default: another each time; it is printed]",
    };

    private readonly Option<string> _out = new("--out")
    {
        Description = "Where the folder with the run's logs and data is made; it is kept if something was found",
        DefaultValueFactory = _ => ProjectFolder.Results,
    };

    private readonly Option<bool> _noBuild = ProgramBuild.NewOption();

    private readonly Option<string?> _service = new("--service") { Description = "The dll of another build of the system" };

    private readonly Option<string> _servers = new("--servers")
    {
        Description = "The script that starts and kills Elasticsearch, Kafka and Toxiproxy",
        DefaultValueFactory = _ => ProjectFolder.ServerScript,
    };

    private CrashVerb(IReadOnlyList<ICrashSystem> systems)
    {
        _systems = systems;
        _system = new("--system") { Description = "The system to strike", DefaultValueFactory = _ => systems[0].Name };
        _system.AcceptOnlyFromAmong([.. systems.Select(system => system.Name)]);
        _rounds.Require(rounds => rounds >= 1, "at least 1");
        _submitters.Require(submitters => submitters >= 2, "at least 2, one for each way in");
        _pause.Require(pause => pause is >= 0 and <= 60_000, "from 0 to 60000 milliseconds");
        _seconds.Require(seconds => seconds is > 0 and <= 3600, "more than 0, and at most 3600");
    }

    /// <param name="systems">The systems that can be struck; the default comes first.</param>
    /// <param name="crash">Runs the suite; returns the exit code.</param>
    public static Command Create(IReadOnlyList<ICrashSystem> systems, Func<CrashOptions, Task<int>> crash)
    {
        var verb = new CrashVerb(systems);
        var command = new Command("crash", "Kill a system, its store's nodes or its network under load, and verify that it lost nothing")
        {
            verb._system, verb._store, verb._fault, verb._rounds, verb._seconds, verb._submitters, verb._pause, verb._seed, verb._out,
            verb._service, verb._servers, verb._noBuild,
        };
        command.Validators.Add(verb.RequireKnownNames);
        command.SetAction(parsed => crash(verb.Read(parsed)));
        return command;
    }

    /// <summary>Runs the suite until it is done, or the person stops it.</summary>
    public static async Task<int> RunAsync(CrashOptions options)
    {
        using var signals = new StopSignals();
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = Console.IsOutputRedirected ? AnsiSupport.No : AnsiSupport.Detect,
        });
        return await new CrashLab(console, TimeProvider.System).RunAsync(options, signals.Token);
    }

    private CrashOptions Read(ParseResult parsed)
    {
        var system = Find(parsed.GetValue(_system))!;
        var store = parsed.GetValue(_store) ?? system.Stores[0];
        return new()
        {
            System = system,
            Store = store,
            Faults = parsed.GetValue(_fault) is { Length: > 0 } chosen ? [.. chosen.Distinct()] : system.FaultsOn(store),
            Rounds = parsed.GetValue(_rounds),
            Span = TimeSpan.FromSeconds(parsed.GetValue(_seconds)),
            Workers = parsed.GetValue(_submitters),
            Pause = TimeSpan.FromMilliseconds(parsed.GetValue(_pause)),
            Seed = parsed.GetValue(_seed) ?? BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong))),
            Out = parsed.GetValue(_out)!,
            Service = parsed.GetValue(_service),
            Servers = parsed.GetValue(_servers)!,
            NoBuild = parsed.GetValue(_noBuild),
        };
    }

    private void RequireKnownNames(CommandResult result)
    {
        // Defaults are not there yet; an unknown system is reported by its own option.
        if (Find(result.GetValue(_system) ?? _systems[0].Name) is not { } system)
        {
            return;
        }

        var store = result.GetValue(_store) ?? system.Stores[0];
        if (!system.Stores.Contains(store))
        {
            result.AddError($"--store: {system.Name} has no {store}; it takes {string.Join(", ", system.Stores)}.");
            return;
        }

        var known = system.FaultsOn(store);
        foreach (var unknown in (result.GetValue(_fault) ?? []).Except(known))
        {
            result.AddError($"--fault: {store} has no {unknown}; it takes {string.Join(", ", known)}.");
        }
    }

    private ICrashSystem? Find(string? name) => _systems.FirstOrDefault(system => system.Name == name);
}
