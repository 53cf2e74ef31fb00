using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Hosting.Settings;
using Load.Measuring;
using Load.Statistics;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>Rows that a person asks for: every combination of the values named.</summary>
internal sealed class CustomSuite
{
    public const string Name = "custom";

    private const int MaxRows = 200;
    private const long MinSize = 1000;
    private const long MaxSize = 1_000_000_000;
    private const int MaxCallers = 2000;
    private const int MaxRate = 200_000;

    /// <summary>What it takes any value of.</summary>
    public static readonly IReadOnlyList<string> Dimensions = ["size", "instances", "transport", "file", "rate"];

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(120);
    private static readonly TimeSpan MaxThink = TimeSpan.FromSeconds(60);

    private static readonly Operation[] Operations =
    [
        Operation.LookUp, Operation.KnownFile, Operation.Named, Operation.Unknown, Operation.Asked, Operation.Declined, Operation.Empty,
        Operation.NullUpload,
    ];

    private static readonly string Kinds = string.Join(", ", Operations.Select(operation => operation.Name));

    private readonly ListOption<SizeValue> _sizes = new(
        "--size", "Bytes of the files, with at most one decimal, such as 1.5MB [default: 1MB]",
        "sizes from 1KB to 1GB with at most one decimal in their row's name, such as 3MB or 1.5MB (not 1.25MB, nor 1250KB)",
        text => Format.TryParseBytes(text, out var bytes) && bytes is >= MinSize and <= MaxSize && IsTold(bytes)
            ? new SizeValue(bytes) : null);

    private readonly ListOption<Number> _instances = Whole("--instances", "Callers at once [default: 16]", MaxCallers);
    private readonly ListOption<Number> _rates = Whole("--rate", "Requests due each second, instead of callers", MaxRate);
    private readonly ListOption<Number> _ramps = Whole("--ramp", "Callers that come one after the other over the iteration", MaxCallers);
    private readonly ListOption<Number> _minThreads = Whole("--min-threads", "The service's ThreadPool minimum", 10_000);

    private readonly ListOption<string> _transports = new("--transport", "Transports [default: rest,grpc]",
        $"names: {string.Join(", ", TransportCatalog.Names)}", text => TransportCatalog.Names.Contains(text) ? text : null);

    private readonly ListOption<Operation> _operations = new("--file", $"Kinds of requests: {Kinds} [default: unknown]", $"kinds: {Kinds}",
        text => Operations.FirstOrDefault(operation => operation.Name.Equals(text, StringComparison.OrdinalIgnoreCase)));

    private readonly Option<string?> _think = new("--think") { Description = "How long a caller rests before each request, such as 10ms" };

    private CustomSuite() => _think.Require(
        text => text is null || (TimeOf(text) is { } time && time > TimeSpan.Zero && time <= MaxThink),
        "a time of at most 60s, such as 10ms");

    public static SuiteCommand Command(AnalyzerOptions options)
    {
        var own = new CustomSuite();
        var command = options.Command(
            Name, "rows that you ask for: every combination of sizes, instances or rates, transports and kinds of requests", own.Create,
            own._sizes.Option, own._instances.Option, own._rates.Option, own._ramps.Option, own._transports.Option, own._operations.Option,
            own._minThreads.Option, own._think);
        return command with
        {
            Validate = result =>
            {
                command.Validate(result);
                own.Validate(result);
            },
        };
    }

    private Suite Create(AnalyzerRequest request, ParseResult parsed)
    {
        var cases = new AnalyzerCases(request) { IsAdaptive = _rates.Values(parsed) is not null };
        Case[] rows =
        [
            .. from operation in _operations.Values(parsed) ?? [Operation.Unknown]
               from size in _sizes.Values(parsed) ?? [new SizeValue(1_000_000)]
               from settings in _minThreads.Values(parsed)?.Select(minimum => ThreadMinimum.Of(minimum.Value)) ?? [ServiceSettings.Default]
               from load in Loads(parsed)
               from transport in _transports.Values(parsed) ?? TransportCatalog.Usual
               let one = cases.Case(transport, operation, size.Bytes, load, settings)
               select Thinking(one, load) with
               {
                   Obstacle = one.Obstacle ?? CapacityEstimate.Here.ObstacleTo(operation, size.Bytes, load, Timeout),
               },
        ];
        return new()
        {
            Name = Name,
            Cases = rows.Length <= MaxRows ? rows
                : throw new Machine.LabException($"run custom: that is {rows.Length} rows; it measures {MaxRows} at once."),
            Repeats = 3,
            IterationLength = TimeSpan.FromSeconds(3),
            Timeout = Timeout,
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
        };
    }

    private IEnumerable<LoadShape> Loads(ParseResult parsed)
    {
        var think = parsed.GetValue(_think) is { } text ? TimeOf(text)!.Value : TimeSpan.Zero;
        return _rates.Values(parsed)?.Select(rate => (LoadShape)new LoadShape.Open(rate.Value))
            ?? _ramps.Values(parsed)?.Select(callers => (LoadShape)new LoadShape.Ramp(callers.Value))
            ?? (_instances.Values(parsed) ?? [new Number(16)]).Select(callers => new LoadShape.Closed(callers.Value) { Think = think });
    }

    private static Case Thinking(Case one, LoadShape load) => load is not LoadShape.Closed { Think: { Ticks: > 0 } think } ? one : one with
    {
        Dimensions = [.. one.Dimensions, Dimension.Setting("think", $"{Format.Axis(think.TotalMilliseconds)}ms")],
    };

    private void Validate(CommandResult result)
    {
        bool Has(Option option) => result.GetResult(option) is { Implicit: false };
        Option[] loads = [.. new[] { _instances.Option, _rates.Option, _ramps.Option }.Where(Has)];
        if (loads.Length > 1)
        {
            result.AddError($"{loads[0].Name} and {loads[1].Name} are two ways to load a service: name one.");
        }

        if (Has(_think) && (Has(_rates.Option) || Has(_ramps.Option)))
        {
            result.AddError("--think is a rest of the callers of --instances; --rate and --ramp have none.");
        }
    }

    /// <summary>Rows are told apart by their names, which have one decimal: two sizes of one name would be one row.</summary>
    private static bool IsTold(long bytes) => Format.TryParseBytes(Format.Bytes(bytes), out var told) && told == bytes;

    /// <returns>Null for what is no time.</returns>
    private static TimeSpan? TimeOf(string text)
    {
        try
        {
            return Durations.Parse(text);
        }
        catch (Exception exception) when (exception is FormatException or OverflowException)
        {
            return null;
        }
    }

    private static ListOption<Number> Whole(string name, string description, int most) => new(
        name, description, $"whole numbers from 1 to {Format.Count(most)}",
        text => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) && value >= 1 && value <= most
            ? new Number(value) : null);

    private sealed record SizeValue(long Bytes);

    private sealed record Number(int Value);
}
