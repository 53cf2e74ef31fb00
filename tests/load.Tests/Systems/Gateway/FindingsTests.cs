using System.Diagnostics;
using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Suites;
using Load.Systems.Gateway.Findings;
using Load.Systems.Gateway.Processes;
using Load.Systems.Gateway.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Systems.Gateway;

/// <summary>Each row has a second with ten requests, for which the analyzer takes half a second of CPU.</summary>
public sealed class FindingsTests
{
    private static readonly GatewayCases Cases = new(new GatewayRequest(new AnalyzerRequest(), new GatewayStart()));

    [Fact]
    public void HopSection_CpuOfEachProcess_IsSetAgainstNginxAndTheAnalyzerAlone()
    {
        var result = Rows.Result(
            null, LookUp("rest"), LookUp("gateway", ("Gateway", 0.6)), LookUp("nginx", ("nginx", 0.3)),
            Row("gateway", Operation.Empty, new LoadShape.Closed(32) { Think = TimeSpan.FromMilliseconds(1) }, 1, ("Gateway", 0.5)));

        var section = HopSection.Of(result).ShouldHaveSingleItem();

        section.Sentences.ShouldBe(
        [
            "gateway look-up 10KB x32: the hop takes 1.20× (1.20…1.20) the CPU of an endpoint that does nothing; at most 1.4 × was " +
            "promised: kept.",
            "gateway look-up 10KB x32: hop and analyzer together take 2.20× (2.20…2.20) the CPU of the analyzer alone; at most 2 × " +
            "was promised: missed.",
        ]);
        section.Table.Lines.Select(line => (line.Cells[1], line.Cells[4], line.Cells[8])).ShouldBe( // µs: of a request, ten to the second
            [("gateway", "60,000", "2.00× (2.00…2.00)"), ("nginx", "30,000", "-"), ("gateway", "50,000", "-")]);
    }

    [Fact]
    public void HalfSection_WayThroughTheGateway_IsMeasuredFromRepeatToRepeat()
    {
        var half = new LoadShape.Open(10) { Factor = 0.5 };
        var result = Rows.Result(
            null, Row("rest", Operation.LookUp, half, 1), Row("gateway", Operation.LookUp, half, 1.05, ("Gateway", 0.1)));

        HalfSection.Of(result).ShouldHaveSingleItem().Sentences.ShouldBe(
        [
            "gateway look-up 10KB 0.5xknee has 1.05× (1.05…1.05) the p99 of the analyzer alone; at most 2 × was promised: kept.",
            "gateway look-up 10KB 0.5xknee: the hop adds 0.050 ms to the median; at most 0.1 ms was promised: kept.",
        ]);
    }

    [Theory]
    [InlineData(0.98, "the service's")]
    [InlineData(0.6, "the service's and the generator's")]
    [InlineData(0.06, "the generator's")]
    public void WhoseRate_ShareOfUsersInRequests_TellsIt(double share, string whose) => LittleSection.WhoseRate(share).ShouldBe(whose);

    [Fact]
    public void PublishedRamp_Always_SaysWhatLittlesLawMakesOfTheSource()
    {
        var section = PublishedRamp.Of(Rows.Result(null, Ramp(millisecondsPerUser: 1))).ShouldHaveSingleItem();

        section.Sentences.ShouldContain(
            "Published RPC: 50 users on average / 3 ms = 16,666/s by Little's law, 1017/s published: 3.05 users in flight, so that rate " +
            "is the generator's.");
        section.Table.Lines[0].Cells.ShouldBe(["HTTP", "published", "67,949", "74.0", "36.0", "201", "614", "677", "0%"]);
    }

    [Fact]
    public void PublishedRamp_Stress_StandsBesideAndItsTimesAreCalledNoLatency()
    {
        var section = PublishedRamp.Of(Rows.Result(null, Ramp(millisecondsPerUser: 1))).ShouldHaveSingleItem();

        section.Table.Lines[^1].Cells.ShouldBe(
            ["RPC under stress", "published", "212,110", "2.00", "2.00", "5.00", "1,008", "2,135", "37.0%"]);
        section.Sentences.ShouldContain(
            "Published RPC under stress: 50 users on average / 2 ms = 25,000/s by Little's law, 2135/s published: 4.27 users in flight, " +
            "so that rate is the generator's.");
        section.Sentences.ShouldContain(
            "Published RPC under stress: 37.0% of the calls ended UNAVAILABLE, in about 0 ms: its times mix answers with refusals, and " +
            "are no latency of the service.");
    }

    [Fact]
    public void PublishedRamp_AllThreeWays_AreSetAgainstEachOther()
    {
        var result = Rows.Result(null, Ramp(1, transport: "grpc"), Ramp(1), Ramp(1, transport: "gateway"));

        PublishedRamp.Of(result).ShouldHaveSingleItem().Sentences.TakeLast(2).ShouldBe(
        [
            "HTTP with RPC against RPC: 0.578 of the rate published, 1.00 ours.",
            "HTTP with RPC against HTTP: 0.869 of the rate published, 1.00 ours.",
        ]);
    }

    [Theory]
    [InlineData(1, "grows with the power 1.0 of their number; that it grows with the square was published: refuted.")]
    [InlineData(2, "grows with the power 2.0 of their number; that it grows with the square was published: reproduced.")]
    public void UsersSection_TimesThatGrow_AreSetAgainstThePublishedSquare(double power, string verdict)
    {
        var section = UsersSection.Of(Rows.Result(null, Ramp(1, power))).ShouldHaveSingleItem();

        section.Sentences.ShouldHaveSingleItem().ShouldEndWith(verdict);
        section.Table.Lines.Select(line => line.Cells[0]).ShouldBe(
            Enumerable.Range(0, 10).Select(part => $"{10 * part} to {10 * (part + 1)}"));
    }

    private static CaseResult LookUp(string transport, params (string Name, double Seconds)[] hops) =>
        Row(transport, Operation.LookUp, new LoadShape.Closed(32) { Think = TimeSpan.FromMilliseconds(1) }, 1, hops);

    private static CaseResult Row(
        string transport, Operation operation, LoadShape load, double milliseconds, params (string Name, double Seconds)[] hops) => new(
            Cases.Case(transport, operation, 10_000, load),
            [.. Enumerable.Range(1, 2).Select(repeat => With(
                Rows.Iteration(repeat, [.. Enumerable.Repeat((milliseconds, Outcome.Ok), 10)]).Arriving(10), hops))]);

    private static Iteration With(Iteration iteration, (string Name, double Seconds)[] hops)
    {
        var second = iteration.Cost!.Service!;
        return iteration with
        {
            Cost = iteration.Cost with
            {
                Processes =
                [
                    .. iteration.Cost.Processes,
                    .. hops.Select(hop => new ProcessCost(hop.Name, second with { Cpu = TimeSpan.FromSeconds(hop.Seconds) })),
                ],
            },
        };
    }

    /// <summary>A request in the middle of each tenth of the ramp.</summary>
    private static CaseResult Ramp(double millisecondsPerUser, double power = 1, string transport = "rest")
    {
        var samples = Enumerable.Range(0, 10).Select(part => new Sample(
            (long)((part + 0.5) / 10 * Stopwatch.Frequency),
            (long)(millisecondsPerUser * Math.Pow(part + 0.5, power) * Stopwatch.Frequency / 1000),
            Outcome.Ok));
        var row = Cases.Case(transport, Operation.Unknown, 10_000, new LoadShape.Ramp(100));
        return new CaseResult(row, [Rows.Iteration(1) with { Samples = [.. samples] }]);
    }
}
