using Load.Gates;
using Load.Machine;
using Load.Results.Summary;
using Load.Tests.Comparing;

namespace Load.Tests.Gates;

public sealed class GateTests
{
    /// <summary>Ten repeats of a thousand requests: CPU 100 µs, latencies of the row that Rows measured.</summary>
    private static readonly SummaryRow Row = Runs.Row("rest unknown 1MB x4", Runs.Repeat(1, 100, 50), Runs.Repeat(2, 100, 50)) with
    {
        ServiceCpuMicrosecondsPerUnit = new SummaryEstimate(100, 1, 2),
        Rate = new SummaryEstimate(1000, 10, 2),
        Failed = 0,
        TimedOut = 0,
        Dimensions = new Dictionary<string, string> { ["transport"] = "rest", ["size"] = "1MB" },
        Latency = new SummaryLatency
        {
            Samples = 2000,
            Mean = 12,
            Min = 1,
            Max = 80,
            Percentiles = [new(0.5, 10, 9, 11, 1000), new(0.99, 49.5, 40, 60, 20)],
        },
    };

    [Theory]
    [InlineData("p99<50ms", true)]
    [InlineData("p(99)<50", true)]
    [InlineData("p(99)<49", false)]
    [InlineData("failed<1%", true)]
    [InlineData("error_rate<0.01", true)]
    [InlineData("rps>=1000", true)]
    [InlineData("throughput>1000/s", false)]
    [InlineData("p99 < 0.05s", true)]
    [InlineData("p99<49ms", false)]
    [InlineData("p50<=10", true)]
    [InlineData("failed=0", true)]
    [InlineData("failed==0", true)]
    [InlineData("rate>=1000/s", true)]
    [InlineData("rate>1000", false)]
    [InlineData("cpu<0.11ms", true)]
    [InlineData("CPU<99us", false)]
    [InlineData("max<80ms", false)]
    [InlineData("size=1000KB,transport=rest: p99<50ms", true)]
    [InlineData("transport=grpc,rest: p99<49ms", false)]
    [InlineData("p99 ≤ 49.5ms", true)]
    public void Of_Bound_HoldsAsItSays(string gate, bool isKept)
    {
        var outcome = GateOutcome.Of([Gate.Parse(gate)], Runs.Document(Row), null).ShouldHaveSingleItem();

        outcome.IsKept.ShouldBe(isKept, $"{outcome}");
    }

    [Theory]
    [InlineData("", "no bound")]
    [InlineData("p99", "no bound")]
    [InlineData("p99<", "no bound")]
    [InlineData("p99<fast", "no bound")]
    [InlineData("p97<50ms", "no figure 'p97'")]
    [InlineData("http_req_duration<50ms", "no figure 'http_req_duration'")]
    [InlineData("p99<50MB", "not in 'MB'")]
    [InlineData("cpu<1.1x:yesterday", "not in 'x:yesterday'")]
    [InlineData("p99<<50ms", "no bound")]
    [InlineData("p(97)<50", "no figure 'p(97)'")]
    [InlineData("error_rate<1", "every row keeps it")]
    [InlineData("failed<=100%", "every row keeps it")]
    [InlineData("requests<5%", "requests is a number, not in '%'")]
    [InlineData("50ms>p99", "no bound")]
    [InlineData("failed=-1", "no bound")]
    [InlineData("failed<0", "nothing is less than that; none at all is failed=0")]
    [InlineData("not_right<0%", "none at all is not_right=0")]
    [InlineData("p99<0ms", "no row can keep it")]
    [InlineData("mean=0", "no row can keep it")]
    [InlineData("rate>=0/s", "every row keeps it")]
    [InlineData("requests>=0", "every row keeps it")]
    [InlineData("cpu<0x:baseline", "a multiple of the baseline is more than 0")]
    public void Parse_NoBound_SaysWhatOneLooksLike(string gate, string why)
    {
        var message = Should.Throw<LabException>(() => Gate.Parse(gate)).Message;

        message.ShouldContain(why);
        message.ShouldContain("p99<50ms");
    }

    [Theory]
    [InlineData("cpu<1.1x:baseline", 95, true)]
    [InlineData("cpu<1.1x:baseline", 90, false)]
    public void Of_MultipleOfTheBaseline_IsHeldAgainstItsRow(string gate, double before, bool isKept)
    {
        var baseline = Runs.Document(Row with { ServiceCpuMicrosecondsPerUnit = new SummaryEstimate(before, 1, 2) });

        GateOutcome.Of([Gate.Parse(gate)], Runs.Document(Row), baseline).ShouldHaveSingleItem().IsKept.ShouldBe(isKept);
    }

    [Fact]
    public void Of_BaselineWithoutTheRow_IsMissed() => GateOutcome
        .Of([Gate.Parse("cpu<1.1x:baseline")], Runs.Document(Row), Runs.Document())
        .ShouldHaveSingleItem().Problem.ShouldBe("the baseline has no such row");

    /// <summary>A baseline that says nothing is no bound that a row could keep.</summary>
    [Fact]
    public void Of_UnsoundBaseline_IsMissedWithTheReason()
    {
        Problem(Row with { InvalidReasons = ["spoilt"] }).ShouldBe("the baseline's row is void: spoilt");
        Problem(Row with { Failed = 1, TimedOut = 1 }).ShouldBe("2 requests of the baseline's row failed");
        Problem(Row with { Units = 0 }).ShouldBe("the baseline: nothing was measured");
        Problem(Row, isSmoke: true).ShouldBe("the baseline: figures of a run with --smoke mean nothing");
        Problem(Row).ShouldBeNull();

        static string? Problem(SummaryRow before, bool isSmoke = false) => GateOutcome
            .Of([Gate.Parse("cpu<=1x:baseline")], Runs.Document(Row), Runs.Document(before) with { IsSmoke = isSmoke })
            .ShouldHaveSingleItem().Problem;
    }

    [Theory]
    [InlineData("failed=0", true)]
    [InlineData("refused=0", true)]
    [InlineData("p99<50ms", false)]
    [InlineData("rate>=1000", false)]
    [InlineData("cpu<=100", false)]
    [InlineData("requests>=1", false)]
    public void Of_SmokeRunOrVoidRow_OnlyFailuresAreJudged(string gate, bool isKept)
    {
        var smoke = GateOutcome.Of([Gate.Parse(gate)], Runs.Document(Row) with { IsSmoke = true }, null).ShouldHaveSingleItem();
        var spoilt = GateOutcome
            .Of([Gate.Parse(gate)], Runs.Document(Row with { InvalidReasons = ["spoilt"] }), null).ShouldHaveSingleItem();

        smoke.Problem.ShouldBe(isKept ? null : "figures of a run with --smoke mean nothing");
        spoilt.Problem.ShouldBe(isKept ? null : "the row is void: spoilt");
    }

    [Theory]
    [InlineData("failed=0")]
    [InlineData("refused=0")]
    [InlineData("p99<50ms")]
    public void Of_RowThatBrokeBeforeItsFirstRequest_IsMissed(string gate)
    {
        var run = Runs.Document(Row with { Units = 0, InvalidReasons = ["the service did not start"] });

        GateOutcome.Of([Gate.Parse(gate)], run, null).ShouldHaveSingleItem().Problem
            .ShouldBe("nothing was measured: the service did not start");
    }

    [Fact]
    public void Of_VoidRow_IsMissedButForFailures()
    {
        var run = Runs.Document(Row with { InvalidReasons = ["the lab was busy"] });

        GateOutcome.Of([Gate.Parse("p99<50ms")], run, null).ShouldHaveSingleItem().Problem.ShouldBe("the row is void: the lab was busy");
        GateOutcome.Of([Gate.Parse("failed=0")], run, null).ShouldHaveSingleItem().IsKept.ShouldBeTrue();
    }

    /// <summary>Units are all requests, those that went wrong among them.</summary>
    [Theory]
    [InlineData("error_rate<=50%", 50, "100 %")]
    [InlineData("failed<99.9%", 50, "100 %")]
    [InlineData("error_rate<1%", 5000, "1.00 %")]
    public void Of_Failures_AreAShareOfAllRequests(string gate, int requests, string told)
    {
        var run = Runs.Document(Row with { Units = requests, Failed = 40, TimedOut = 10 });

        GateOutcome.Of([Gate.Parse(gate)], run, null).ShouldHaveSingleItem().Problem.ShouldBe(told);
    }

    [Fact]
    public void Of_NoRow_IsMissed() =>
        GateOutcome.Of([Gate.Parse("transport=grpc: p99<50ms")], Runs.Document(Row), null).ShouldHaveSingleItem().IsKept.ShouldBeFalse();

    [Fact]
    public void JUnit_MissedGate_IsAFailureWithItsFigure()
    {
        var outcomes = GateOutcome.Of([Gate.Parse("p99<49ms"), Gate.Parse("failed=0")], Runs.Document(Row), null);

        var xml = GateFiles.JUnit("run", outcomes);

        xml.Root!.Attribute("tests")!.Value.ShouldBe("2");
        xml.Root.Attribute("failures")!.Value.ShouldBe("1");
        var failure = xml.Descendants("failure").ShouldHaveSingleItem();
        failure.Attribute("message")!.Value.ShouldBe("49.5 ms");
        failure.Value.ShouldStartWith("MISSED: p99<49ms: ");

        // What Jenkins' schema (xunit-plugin's junit-10.xsd) asks of each suite, and readers add up.
        foreach (var suite in xml.Descendants("testsuite"))
        {
            foreach (var name in new[] { "name", "tests", "failures", "errors", "time" })
            {
                suite.Attribute(name).ShouldNotBeNull(name);
            }
        }

        xml.Descendants("testcase").ShouldAllBe(one => one.Attribute("time") != null);
    }

    [Fact]
    public void Markdown_ManyMissed_HasTenLines()
    {
        var outcomes = Enumerable.Range(1, 30)
            .SelectMany(i => GateOutcome.Of([Gate.Parse($"p99<0.{i:00}ms")], Runs.Document(Row), null)).ToArray();

        var lines = GateFiles.Markdown("run", outcomes).Trim().Split('\n');

        lines.Length.ShouldBeLessThanOrEqualTo(10);
        lines[0].ShouldContain("0 of 30 bounds kept");
        lines[^1].ShouldContain("and 23 more");
    }
}
