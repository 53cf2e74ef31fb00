using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Measuring;
using Load.Statistics;
using Load.Systems.Analyzer.Operations;

namespace Load.Systems.Analyzer.Suites;

/// <summary>The options that ask for any rows, whichever way requests go: kinds, sizes and loads.</summary>
internal sealed class RowOptions
{
    public static readonly TimeSpan Timeout = TimeSpan.FromSeconds(120);

    private const int MaxCallers = 2000;
    private const int MaxRate = 200_000;

    private static readonly TimeSpan MaxThink = TimeSpan.FromSeconds(60);

    private readonly ListOption<SizeValue> _sizes = new(
        "--size", "Bytes of the files, with at most one decimal, such as 1.5MB [default: 1MB]", RowWords.Sizes,
        text => RowWords.SizeOf(text) is { } bytes ? new SizeValue(bytes) : null);

    private readonly ListOption<Number> _instances = Number.Option("--instances", "Callers at once [default: 16]", MaxCallers);
    private readonly ListOption<Number> _rates =
        Number.Option("--rate", "Requests due each second, instead of callers", MaxRate, unit: "/s");

    private readonly ListOption<Number> _ramps =
        Number.Option("--ramp", "Callers that come one after the other over the iteration", MaxCallers);

    private readonly ListOption<Operation> _operations = new(
        "--file", $"Kinds of requests: {RowWords.Kinds} [default: unknown]", $"kinds: {RowWords.Kinds}", RowWords.OperationOf);

    private readonly Option<string?> _think = new("--think") { Description = "How long a caller rests before each request, such as 10ms" };

    public RowOptions() => _think.Require(
        text => text is null || (Format.TimeOf(text) is { } time && time > TimeSpan.Zero && time <= MaxThink),
        "a time of at most 60s, such as 10ms");

    public IReadOnlyList<Option> Options =>
        [_sizes.Option, _instances.Option, _rates.Option, _ramps.Option, _operations.Option, _think];

    /// <summary>Whether requests come at a rate.</summary>
    public bool IsOpen(ParseResult parsed) => _rates.Values(parsed) is not null;

    public IEnumerable<(Operation Operation, long Size)> Rows(ParseResult parsed) =>
        from operation in _operations.Values(parsed) ?? [Operation.Unknown]
        from size in _sizes.Values(parsed) ?? [new SizeValue(RowWords.DefaultSize)]
        select (operation, size.Bytes);

    public IEnumerable<LoadShape> Loads(ParseResult parsed)
    {
        var think = parsed.GetValue(_think) is { } text ? Format.TimeOf(text)!.Value : TimeSpan.Zero;
        return _rates.Values(parsed)?.Select(rate => (LoadShape)new LoadShape.Open(rate.Value))
            ?? _ramps.Values(parsed)?.Select(callers => (LoadShape)new LoadShape.Ramp(callers.Value))
            ?? (_instances.Values(parsed) ?? [new Number(16)]).Select(callers => new LoadShape.Closed(callers.Value) { Think = think });
    }

    /// <summary>The row with its think time, and with the reason where this machine cannot do it.</summary>
    public static Case Fitting(Case one, (Operation Operation, long Size) row, LoadShape load) => Thinking(one, load) with
    {
        Obstacle = one.Obstacle ?? CapacityEstimate.Here.ObstacleTo(row.Operation, row.Size, load, Timeout),
    };

    /// <summary>The command, which also says what is wrong with these options together.</summary>
    public SuiteCommand Checked(SuiteCommand command) => command with
    {
        Validate = result =>
        {
            command.Validate(result);
            Validate(result);
        },
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

    private static Case Thinking(Case one, LoadShape load) => load is not LoadShape.Closed { Think: { Ticks: > 0 } think } ? one : one with
    {
        Dimensions = [.. one.Dimensions, Dimension.Setting("think", $"{Format.Axis(think.TotalMilliseconds)}ms")],
    };

    private sealed record SizeValue(long Bytes);
}
