using System.CommandLine;
using System.Reflection;
using Load.Running;
using Load.Suites;

namespace Load.Commands;

/// <summary>What can be said of a run on the command line.</summary>
internal sealed class RunSymbols
{
    private readonly Option<string?> _only = new("--only")
    {
        Description = "Rows to measure, such as size=1MB,transport=grpc; more values for one name: size=1MB,size=10MB",
    };

    private readonly Option<int?> _repeat = new("--repeat") { Description = "How often each row is measured [default: the suite's]" };

    private readonly Option<double?> _seconds = new("--seconds") { Description = "How long a row is measured at a time [default: the suite's]" };

    private readonly Option<double?> _minutes = new("--minutes") { Description = "How long the soak lasts [default: 2]" };

    private readonly Option<string?> _corpus = new("--corpus") { Description = "A folder with files of your own, in place of generated ones" };

    private readonly Option<ulong> _seed = new("--seed") { Description = "Of the generated files", DefaultValueFactory = _ => RunOptions.DefaultSeed };

    private readonly Option<string> _out = new("--out")
    {
        Description = "Where the folder with the results is made",
        DefaultValueFactory = _ => ResultsFolder,
    };

    private readonly Option<string?> _service = new("--service") { Description = "Another Analyzer.Service.dll than the one built along" };

    public RunSymbols()
    {
        Suite = new Argument<string>("suite") { Description = "What to measure; `list` shows them", DefaultValueFactory = _ => SuiteCatalog.Default };
        Suite.AcceptOnlyFromAmong([.. SuiteCatalog.Names]);
        Require(_repeat, repeat => repeat is null or >= 1, "at least 1");
        Require(_minutes, minutes => minutes is null or > 0, "more than 0");
        Require(_seconds, seconds => seconds is null or (>= 1 and <= 86_400), "1 to 86400, since NBomber measures no shorter");
    }

    public Argument<string> Suite { get; }

    /// <summary>Beside the lab's sources, wherever it is started from.</summary>
    private static string ResultsFolder => Path.Combine(
        Assembly.GetExecutingAssembly().GetCustomAttributes<AssemblyMetadataAttribute>().First(data => data.Key == "ProjectDirectory").Value!, "results");

    public void AddOptionsTo(Command command)
    {
        foreach (var option in new Option[] { _only, _repeat, _seconds, _minutes, _corpus, _seed, _out, _service })
        {
            command.Add(option);
        }
    }

    /// <param name="parsed">Without errors.</param>
    /// <param name="suite">Its name.</param>
    public RunOptions Read(ParseResult parsed, string suite) => new()
    {
        Suite = suite,
        Only = parsed.GetValue(_only),
        Repeat = parsed.GetValue(_repeat),
        Slot = parsed.GetValue(_seconds) is { } seconds ? TimeSpan.FromSeconds(seconds) : null,
        Length = parsed.GetValue(_minutes) is { } minutes ? TimeSpan.FromMinutes(minutes) : null,
        Corpus = parsed.GetValue(_corpus),
        Seed = parsed.GetValue(_seed),
        Out = parsed.GetValue(_out)!,
        Service = parsed.GetValue(_service),
    };

    private static void Require<T>(Option<T> option, Func<T?, bool> isValid, string takes) => option.Validators.Add(result =>
    {
        if (!isValid(result.GetValueOrDefault<T>()))
        {
            result.AddError($"{option.Name} takes {takes}.");
        }
    });
}
