using Load.Measuring;
using Load.Systems.Sigma.Findings;
using Load.Systems.Sigma.Rows;

namespace Load.Systems.Sigma.Suites;

/// <summary>
/// What rules cost a record: the published cases, then as many distinct literals as somebody may have, each beside a JSON reader that
/// only reads; and what correlations cost a match. In memory, without a service.
/// </summary>
internal static class SigmaSuite
{
    private const string Published = "published";
    private const string Distinct = "distinct";

    /// <summary>The bytes of a record, on average.</summary>
    private const double RecordBytes = 466;

    private static readonly Unit Pass = new("pass", "pass");
    private static readonly string[] Cases = ["case-1", "case-3", "case-3-regex", "case-4"];
    private static readonly string[] Kinds = ["exact", "contains", "endswith", "startswith", "mixed"];
    private static readonly int[] Counts = [1, 100, 1_000, 10_000];

    public static SuiteCommand Command(SigmaSuiteOptions options) => options.Command(
        "sigma", "what do Sigma rules cost a record, from the published cases to 10,000 rules, beside reading the JSON?", Create);

    public static Suite Create(SigmaRequest request) => new()
    {
        Name = "sigma",
        Cases = request.Own is { } own ? Own(own) : BuiltIn,
        Repeats = 3,
        IterationLength = TimeSpan.FromSeconds(2),
        WarmUp = TimeSpan.Zero, // BenchmarkDotNet has its own
        CoolDown = TimeSpan.Zero,
        Compared = new ComparedDimension(SigmaRow.Rules),
        Clock = "Times in ms, of processor time, of a pass over 4,500 records, or 100,000 matches. Each sample is the mean of one " +
            "iteration of BenchmarkDotNet, each repeat a process of its own.",
        Findings = result => [.. ReaderSection.Of(result), .. PublishedStreams.Of(result)],
    };

    private static IReadOnlyList<Case> BuiltIn =>
    [
        Of(Published, SigmaRow.Reader, "Reader", "published case-1"),
        .. Cases.Select(name => Of(Published, name, "Rules", $"published {name}")),
        Of(Distinct, SigmaRow.Reader, "Reader", "distinct case-1"),
        .. Cases.Select(name => Of(Distinct, name, "Rules", $"distinct {name}")),
        .. from kind in Kinds from count in Counts select Of(Distinct, $"{count}-{kind}", "Rules", $"distinct {count}-{kind}"),
        .. ((string[])["1000-exact-hits", "1000-contains-hits"]).Select(name => Of(Distinct, name, "Rules", $"distinct {name}")),
        Correlation("event-count", "EventCount"),
        Correlation("value-count", "ValueCount"),
    ];

    /// <summary>The launched process reads what it is to measure from its environment, which is the lab's.</summary>
    private static IReadOnlyList<Case> Own(OwnStream own)
    {
        Environment.SetEnvironmentVariable("SIGMA_RULES", own.Rules);
        Environment.SetEnvironmentVariable("SIGMA_EVENTS", own.Events);
        Environment.SetEnvironmentVariable("SIGMA_MAPPING", own.Mapping);
        return [Of("own", SigmaRow.Reader, "Reader", "own rules"), Of("own", "own", "Rules", "own rules")];
    }

    private static Case Of(string records, string rules, string method, string parameter) =>
        Of(records, rules, $"*SigmaBenchmarks.{method}(Case: \"{parameter}\")") with
        {
            BytesPerUnit = SigmaRow.RecordsOfAPass * RecordBytes,
        };

    private static Case Correlation(string rules, string method) => Of(SigmaRow.Matches, rules, $"*CorrelationBenchmarks.{method}");

    private static Case Of(string records, string rules, string filter) => new()
    {
        Dimensions = [new(SigmaRow.Records, records), new(SigmaRow.Rules, rules), new LoadShape.Closed(1).Dimension],
        Source = new CountSource.Benchmark(filter),
        Setup = Setup.None with { Name = "memory" },
        Unit = Pass,
    };
}
