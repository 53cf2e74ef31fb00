using System.CommandLine;
using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>Everything at once and for long, uploads that are broken off among it: does the service come back to where it began?</summary>
internal static class SoakSuite
{
    private static readonly TimeSpan DefaultLength = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan IterationLength = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(30);

    private static readonly (Operation Operation, long Size, int Callers)[] Mix =
    [
        (Operation.Unknown, 10_000, 16),
        (Operation.Aborted, 10_000_000, 16),
        (Operation.Unknown, 1_000_000, 16),
        (Operation.LookUp, 10_000, 16),
        (Operation.KnownFile, 1_000_000, 16),
        (Operation.Unknown, 10_000_000, 4),
    ];

    public static SuiteCommand Command(AnalyzerOptions options)
    {
        var minutes = new Option<double?>("--minutes") { Description = "How long the soak lasts [default: 2]" };
        minutes.Require(value => value is null or > 0, "more than 0");
        return options.Command(
            "soak",
            "all of it for --minutes, broken-off uploads included; watches memory, handles and threads",
            (request, parsed) => Create(request, parsed.GetValue(minutes) is { } length ? TimeSpan.FromMinutes(length) : DefaultLength),
            minutes);
    }

    /// <param name="request">The person's request.</param>
    /// <param name="length">The whole run, about.</param>
    public static Suite Create(AnalyzerRequest request, TimeSpan length)
    {
        var analyzer = new AnalyzerCases(request);
        Case[] cases =
        [
            .. Mix.SelectMany(subject => TransportCatalog.Usual.Select(transport => analyzer.Case(
                transport, subject.Operation, subject.Size, new LoadShape.Closed(subject.Callers), ServiceSettings.Default))),
        ];
        var once = new Suite
        {
            Name = "soak",
            Cases = cases,
            Repeats = 1,
            IterationLength = IterationLength,
            WarmUp = TimeSpan.Zero,
            WarmUpCallers = Mix.Max(subject => subject.Callers), // so that as many connections are open at rest before as after
            Settling = Rest,
            CoolDown = Rest,
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
        };
        return once with { Repeats = Math.Max(1, (int)(length / cases.Aggregate(TimeSpan.Zero, (sum, one) => sum + once.Planned(one)))) };
    }
}
