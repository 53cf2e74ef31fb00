using System.CommandLine;
using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>A look at everything in about a minute.</summary>
internal static class QuickSuite
{
    private const long KB = 1000;
    private const long MB = 1_000_000;

    private static readonly (Operation Operation, long Size, int Callers)[] Subjects =
    [
        (Operation.LookUp, 10 * KB, 1),
        (Operation.LookUp, 10 * KB, 16),
        (Operation.KnownFile, 10 * KB, 16),
        (Operation.KnownFile, MB, 4),
        (Operation.Unknown, 10 * KB, 1),
        (Operation.Unknown, 10 * KB, 16),
        (Operation.Unknown, MB, 4),
        (Operation.Unknown, 10 * MB, 4),
    ];

    public static SuiteCommand Command(AnalyzerOptions options)
    {
        var corpus = new Option<string?>("--corpus") { Description = "A folder with files of your own, in place of generated ones" };
        return options.Command(
            "quick",
            "REST and gRPC, known and unknown files, a few sizes and concurrencies",
            (request, parsed) => Create(request with { Corpus = parsed.GetValue(corpus) }),
            corpus, options.Transports);
    }

    /// <param name="request">A person's own files take the place of the sizes.</param>
    public static Suite Create(AnalyzerRequest request)
    {
        var cases = new AnalyzerCases(request);
        return new()
        {
            Name = "quick",
            Cases =
            [
                .. Subjects
                    .Select(subject => (subject.Operation, Size: request.Corpus is null ? (long?)subject.Size : null, subject.Callers))
                    .Distinct()
                    .SelectMany(subject => (request.Transports ?? TransportCatalog.Usual).Select(transport => cases.Case(
                        transport, subject.Operation, subject.Size, new LoadShape.Closed(subject.Callers), ServiceSettings.Default))),
            ],
            Repeats = 3,
            IterationLength = TimeSpan.FromSeconds(1),
            WarmUpRound = TimeSpan.FromSeconds(0.5), // A newcomer waits for it.
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
        };
    }
}
