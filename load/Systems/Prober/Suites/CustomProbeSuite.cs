using System.CommandLine;
using Load.Measuring;
using Load.Statistics;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Suites;

/// <summary>Rows that a person asks for: every combination of kinds, numbers of targets, intervals, behaviours and ways to probe.</summary>
internal sealed class CustomProbeSuite
{
    public const string Name = "custom-probe";

    /// <summary>The dimensions of which it takes any value.</summary>
    public static readonly IReadOnlyList<string> Dimensions =
        [ProbeRow.KindDimension, ProbeRow.TargetsDimension, ProbeRow.EveryDimension, ProbeRow.MixDimension, ProbeRow.WayDimension];

    private const int MaxTargets = 50_000;
    private const int MaxSeconds = 3600;

    private static readonly string[] Kinds = ["https", "http", "tcp"];
    private static readonly TargetMix[] Mixes = [TargetMix.Ok, TargetMix.SomeHang, TargetMix.AllHang, TargetMix.All];
    private static readonly ProbeWay[] Ways = [.. ProbeWay.Compared, ProbeWay.Idle, ProbeWay.Reloaded, ProbeWay.Scraped];

    private readonly ListOption<string> _kinds = Words.Option("--kind", "Kinds of probes [default: https]", Kinds);

    private readonly ListOption<Number> _targets = Number.Option("--targets", "How many targets [default: 1000]", MaxTargets);

    private readonly ListOption<Number> _intervals = new(
        "--every", "From one probe of a target to the next, such as 10s [default: 10s]", $"whole seconds, 1s to {MaxSeconds}s", SecondsOf);

    private readonly ListOption<TargetMix> _mixes = new(
        "--mix", "How targets behave [default: ok]", $"names: {string.Join(", ", Mixes.Select(mix => mix.Name))}",
        text => Array.Find(Mixes, mix => mix.Name == text));

    private readonly ListOption<ProbeWay> _ways = new(
        "--prober", "Who probes, and at whose time [default: schedule]", $"names: {string.Join(", ", Ways.Select(way => way.Name))}",
        text => Array.Find(Ways, way => way.Name == text));

    public static SuiteCommand Command(ProbeOptions options)
    {
        var own = new CustomProbeSuite();
        return options.Command(
            Name, "rows that you ask for: every combination of kinds, targets, intervals, behaviours and ways to probe", own.Create,
            own._kinds.Option, own._targets.Option, own._intervals.Option, own._mixes.Option, own._ways.Option);
    }

    private Suite Create(ProbeRequest request, ParseResult parsed)
    {
        ProbeRow[] rows =
        [
            .. from kind in _kinds.Values(parsed) ?? ["https"]
               from targets in _targets.Values(parsed) ?? [new Number(1000)]
               from seconds in _intervals.Values(parsed) ?? [new Number(10)]
               from mix in _mixes.Values(parsed) ?? [TargetMix.Ok]
               from way in _ways.Values(parsed) ?? [ProbeWay.Schedule]
               select new ProbeRow(kind, targets.Value, seconds.Value, mix, way),
        ];
        var suite = ProbeSuite.Of(Name, rows, request);
        return suite with { Cases = AskedRows.Of(Name, suite.Cases) };
    }

    private static Number? SecondsOf(string text) =>
        Format.TimeOf(text) is { TotalSeconds: >= 1 and <= MaxSeconds and var seconds } && seconds % 1 == 0
            ? new Number((int)seconds) : null;
}
