using System.CommandLine;
using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>Rows that a person asks for: every combination of the values named.</summary>
internal sealed class CustomSuite
{
    public const string Name = "custom";

    /// <summary>The dimensions of which it takes any value.</summary>
    public static readonly IReadOnlyList<string> Dimensions = ["size", "instances", "transport", "file", "rate"];

    private readonly RowOptions _rows = new();
    private readonly ListOption<Number> _minThreads = Number.Option("--min-threads", "The service's ThreadPool minimum", 10_000);

    private readonly ListOption<string> _transports =
        Words.Option("--transport", "Transports [default: rest,grpc]", [.. TransportCatalog.Names]);

    public static SuiteCommand Command(AnalyzerOptions options)
    {
        var own = new CustomSuite();
        return own._rows.Checked(options.Command(
            Name, "rows that you ask for: every combination of sizes, instances or rates, transports and kinds of requests", own.Create,
            [own._transports.Option, own._minThreads.Option, .. own._rows.Options]));
    }

    private Suite Create(AnalyzerRequest request, ParseResult parsed)
    {
        var cases = new AnalyzerCases(request) { IsAdaptive = _rows.IsOpen(parsed) };
        return new()
        {
            Name = Name,
            Cases = AskedRows.Of(
                Name,
                from row in _rows.Rows(parsed)
                from settings in _minThreads.Values(parsed)?.Select(minimum => ThreadMinimum.Of(minimum.Value)) ?? [ServiceSettings.Default]
                from load in _rows.Loads(parsed)
                from transport in _transports.Values(parsed) ?? TransportCatalog.Usual
                select RowOptions.Fitting(cases.Case(transport, row.Operation, row.Size, load, settings), row, load)),
            Repeats = 3,
            IterationLength = TimeSpan.FromSeconds(3),
            Timeout = RowOptions.Timeout,
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
        };
    }
}
