using Load.Measuring;
using Load.Systems.Analyzer.Abuse;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>
/// Attacks: each flood beside honest look-ups, in a process of its own so that its memory is the flood's; what asking for
/// keys costs a look-up, and a wrong one; what a look-up that is declined costs beside one that is answered; and a start with many keys.
/// </summary>
internal static class AbuseSuite
{
    /// <summary>Look-ups that leave two cores most of their time.</summary>
    private const int PerSecond = 300;

    private const int ManyKeys = 10_000;
    private const double MinRateWithKeys = 0.97;
    private const double MinRateDeclined = 0.9;

    public static SuiteCommand Command(AnalyzerOptions options) => options.Command(
        "abuse",
        "honest look-ups beside each flood, and the service's memory; the cost of keys, of refusals, and a start with 10,000 keys",
        (request, _) => Create(request));

    public static Suite Create(AnalyzerRequest request)
    {
        var cases = new AnalyzerCases(request);
        return new()
        {
            Name = "abuse",
            Cases =
            [
                .. TransportCatalog.Usual.SelectMany(transport => Flood.All.Select(flood => Flooded(cases, transport, flood))),
                .. TransportCatalog.Usual.SelectMany(transport => Keys(cases, transport)),
                .. TransportCatalog.Usual.SelectMany(transport => Declined(cases, transport)),
                Start(cases, 1),
                Start(cases, ManyKeys),
            ],
            Repeats = 6,
            IterationLength = TimeSpan.FromSeconds(4),
            Settling = TimeSpan.FromSeconds(5),
            CoolDown = TimeSpan.FromSeconds(40),
            IsBeyondLimits = true,
            Compared = new ComparedDimension(Flood.Dimension),
            DescribeAsync = request.DescribeAsync,
            Findings = AbuseSection.Of,
        };
    }

    private static Case Flooded(AnalyzerCases cases, string transport, Flood flood)
    {
        var settings = ServiceSettings.Default.With(Flood.Dimension, flood.Name);
        var honest = cases.Case(transport, Operation.LookUp, 10_000, new LoadShape.Open(PerSecond), settings);
        return honest with
        {
            Source = (CountSource.Requests)honest.Source with
            {
                BesideAsync = (system, stop) => Task.Run(() => flood.RunAsync((RunningAnalyzer)system, stop), CancellationToken.None),
            },
            MaxLag = Knee.MaxLag,
        };
    }

    private static IEnumerable<Case> Keys(AnalyzerCases cases, string transport)
    {
        Case With(string key, KeyRow? keys, Operation operation)
        {
            var settings = ServiceSettings.Default.With(AbuseSection.Key, key) with { Keys = keys };
            return cases.Case(transport, operation, 10_000, new LoadShape.Closed(16), settings);
        }

        var off = With("off", null, Operation.LookUp);
        var right = With("right", new KeyRow(100, IsRight: true), Operation.LookUp) with
        {
            Ceiling = off.Name,
            MinOfCeiling = MinRateWithKeys,
        };
        var sent = With("sent", new KeyRow(0, IsRight: true), Operation.LookUp);
        return [off, sent, right, With("wrong", new KeyRow(100, IsRight: false), Operation.WithoutKey)];
    }

    private static IEnumerable<Case> Declined(AnalyzerCases cases, string transport)
    {
        var found = cases.Case(transport, Operation.LookUp, 10_000, new LoadShape.Closed(16), ServiceSettings.Default);
        var declined = cases.Case(transport, Operation.Declined, 10_000, new LoadShape.Closed(16), ServiceSettings.Default);
        return [found, declined with { Ceiling = found.Name, MinOfCeiling = MinRateDeclined }];
    }

    private static Case Start(AnalyzerCases cases, int keys)
    {
        var settings = ServiceSettings.Default.With(AbuseSection.Many, $"{keys}") with { Keys = new KeyRow(keys, IsRight: true) };
        return new()
        {
            Dimensions = [new(AnalyzerDimensions.File, "start"), Dimension.Setting(AbuseSection.Many, $"{keys}")],
            Unit = new Unit("start", "start"),
            Setup = new Setup("starts", (context, _) => Task.FromResult<ISystemUnderTest>(new NotStarted(context)))
            {
                Programs = [LabEndpoints.Project],
            },
            Source = new CountSource.Counter((system, stop) => Task.FromResult<IWorkCounter>(
                new StartCounter(token => cases.StartAsync(settings, ((NotStarted)system).Context, token), stop))),
            Kind = "start",
        };
    }
}
