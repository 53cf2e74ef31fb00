using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Crash;
using Load.Crash.Faults;
using Load.Stores;

namespace Load.Commands;

/// <summary><c>crash</c>: is anything that was acknowledged ever lost?</summary>
internal sealed class CrashVerb
{
    private readonly Option<string> _store = new("--store")
    {
        Description = "Where reports are kept: sqlite, or elasticsearch on three nodes of its own",
        DefaultValueFactory = _ => StoreTarget.Sqlite,
    };

    private readonly Option<string[]> _fault = new("--fault") { Description = "What to do to it; may be given several times [default: all that the store knows]" };

    private readonly Option<int> _rounds = new("--rounds") { Description = "How often each fault strikes", DefaultValueFactory = _ => CrashOptions.DefaultRounds };

    private readonly Option<double> _seconds = new("--seconds")
    {
        Description = "A fault strikes at a random moment within so many, and lasts as long",
        DefaultValueFactory = _ => CrashOptions.DefaultSpan.TotalSeconds,
    };

    private readonly Option<int> _submitters = new("--submitters")
    {
        Description = "Clients at once, half over REST, half over gRPC",
        DefaultValueFactory = _ => CrashOptions.DefaultSubmitters,
    };

    private readonly Option<ulong?> _seed = new("--seed") { Description = "Of files, requests, moments and victims [default: another each time; it is printed]" };

    private readonly Option<string> _out = new("--out")
    {
        Description = "Where the folder with logs and data is made; it is kept when something was found",
        DefaultValueFactory = _ => ProjectFolder.Results,
    };

    private readonly Option<string?> _service = new("--service") { Description = "Another Analyzer.Service.dll than the one built along" };

    private readonly Option<string> _servers = new("--servers")
    {
        Description = "The script that starts and kills Elasticsearch and Toxiproxy",
        DefaultValueFactory = _ => ProjectFolder.ServerScript,
    };

    private CrashVerb()
    {
        _store.AcceptOnlyFromAmong([.. StoreTarget.Names]);
        _fault.AcceptOnlyFromAmong([.. FaultCatalog.Of(StoreTarget.Elasticsearch)]);
        _rounds.Validators.Add(result => Require(result, result.GetValueOrDefault<int>() >= 1, "--rounds takes at least 1."));
        _submitters.Validators.Add(result => Require(result, result.GetValueOrDefault<int>() >= 2, "--submitters takes at least 2, one for each way in."));
        _seconds.Validators.Add(result => Require(result, result.GetValueOrDefault<double>() is > 0 and <= 3600, "--seconds takes more than 0, up to 3600."));
    }

    /// <param name="crash">Runs the suite; returns the exit code.</param>
    public static Command Create(Func<CrashOptions, Task<int>> crash)
    {
        var verb = new CrashVerb();
        var command = new Command("crash", "Kill the service, its store's nodes or its network under load, and see that every acknowledged report is still there")
        {
            verb._store, verb._fault, verb._rounds, verb._seconds, verb._submitters, verb._seed, verb._out, verb._service, verb._servers,
        };
        command.Validators.Add(verb.RequireFaultsOfTheStore);
        command.SetAction(parsed => crash(verb.Read(parsed)));
        return command;
    }

    private CrashOptions Read(ParseResult parsed) => new()
    {
        Store = parsed.GetValue(_store)!,
        Faults = parsed.GetValue(_fault) is { Length: > 0 } chosen ? [.. chosen.Distinct()] : FaultCatalog.Of(parsed.GetValue(_store)!),
        Rounds = parsed.GetValue(_rounds),
        Span = TimeSpan.FromSeconds(parsed.GetValue(_seconds)),
        Submitters = parsed.GetValue(_submitters),
        Seed = parsed.GetValue(_seed) ?? (ulong)Random.Shared.NextInt64(),
        Out = parsed.GetValue(_out)!,
        Service = parsed.GetValue(_service),
        Servers = parsed.GetValue(_servers)!,
    };

    private void RequireFaultsOfTheStore(CommandResult result)
    {
        // Defaults are not there yet, and names that no store knows are the option's own affair.
        var known = FaultCatalog.Of(result.GetValue(_store) ?? StoreTarget.Sqlite);
        var foreign = FaultCatalog.Of(StoreTarget.Elasticsearch).Except(known).Intersect(result.GetValue(_fault) ?? []);
        Require(result, !foreign.Any(), $"{StoreTarget.Sqlite} knows no other --fault than {string.Join(", ", known)}.");
    }

    private static void Require(SymbolResult result, bool isValid, string message)
    {
        if (!isValid)
        {
            result.AddError(message);
        }
    }
}
