using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Prober.Findings;
using Load.Systems.Prober.Processes;
using Load.Systems.Prober.Rows;
using Load.Systems.Prober.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Systems.Prober;

public sealed class ProbeSuiteTests
{
    [Theory]
    [InlineData(false, "https", "tcp")]
    [InlineData(true, "https", "http")]
    public void Create_EitherFarm_HasTheRowsOfThePublishedTables(bool withNginx, string kind, string other)
    {
        var suite = ProbeSuite.Create(new(withNginx, new Dictionary<string, string>()));

        suite.Cases.Select(one => one.Name).ShouldBeUnique();
        suite.Cases.Select(one => one["kind"]).Distinct().ShouldBe([kind, other]);
        suite.Cases.Count(one => one["kind"] == kind && one["mix"] == "ok" && one["prober"] == "schedule").ShouldBe(30);
        suite.Cases.ShouldContain(one => one.Name == $"{kind} 20000 10s ok schedule");
        suite.Cases.Select(one => one.Setup.Name).Distinct().ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData(false, "https 2000 5s ok", "tcp 5000 5s ok")]
    [InlineData(true, "https 2000 5s ok", "http 5000 5s ok")]
    public void Create_AnyKind_IsSetBesideTheLoopAndThePeer(bool withNginx, params string[] kinds)
    {
        var suite = ProbeSuite.Create(new(withNginx, new Dictionary<string, string>()));

        foreach (var kind in kinds)
        {
            suite.Cases.Where(one => one.SubjectBut("prober") == kind).Select(one => one["prober"])
                .ShouldBe(["loop", "schedule", "asked", "blackbox"]);
        }
    }

    [Theory]
    [InlineData(false, "", null, null)]
    [InlineData(false, "nginx", null, null)]
    [InlineData(false, "prometheus-blackbox-exporter", null, "prometheus-blackbox-exporter")]
    [InlineData(true, "", null, null)]
    [InlineData(true, "nginx", "nginx", "nginx")]
    [InlineData(true, "prometheus-blackbox-exporter", null, "prometheus-blackbox-exporter")]
    public void Create_WithoutAProgram_SkipsTheRowsThatNeedIt(bool withNginx, string missing, string? others, string? blackbox)
    {
        var suite = ProbeSuite.Create(new(withNginx, new Dictionary<string, string>())
        {
            ObstacleOf = program => program.Name == missing ? program.Name : null,
        });

        suite.Cases.Where(one => one["prober"] == "blackbox").ShouldAllBe(one => one.Obstacle == blackbox);
        suite.Cases.Where(one => one["prober"] != "blackbox").ShouldAllBe(one => one.Obstacle == others);
    }

    /// <summary>The farm has answered 100 probes more, of which 10 were under way at the first look and 20 at the second.</summary>
    [Theory]
    [InlineData(90, 0, 0)]
    [InlineData(110, 0, 0)]
    [InlineData(80, 0, 0)]
    [InlineData(122, 0, 2)] // probes that nobody made
    [InlineData(65, 0, 5)] // probes that nobody told of
    [InlineData(65, 5, 0)]
    public void UnmatchedSince_WhatTheFarmCounted_IsWhatNeitherFlightsNorFailuresExplain(long good, long failed, long unmatched)
    {
        var before = new Tally(1000, 1000, new(500, 0, InFlight: 10));

        new Tally(1100, 1100, new(500 + good, failed, InFlight: 20)).UnmatchedSince(before, rate: 1).ShouldBe(unmatched);
    }

    [Theory]
    [InlineData("ok", 1000)]
    [InlineData("all-hang", 0)]
    public async Task Comparison_ProberThatCountsWhatItDidNotMake_IsAFaultWhereAllTargetsAreWell(string mix, int unmatched)
    {
        var claimed = 0;
        var row = new ProbeRow("https", 1, 1, mix == "ok" ? TargetMix.Ok : TargetMix.AllHang, ProbeWay.Reloaded);
        var comparison = new FarmComparison(
            row, _ => Task.FromResult(FarmReading.None), _ => Task.FromResult(new ProberClaim(claimed, 0, 0)));
        await comparison.ReadAsync(CancellationToken.None).Within();
        comparison.Unmatched.ShouldBe(0);

        claimed = 1010; // of which ten are let pass
        await comparison.ReadAsync(CancellationToken.None).Within();

        comparison.Unmatched.ShouldBe(unmatched);
        comparison.Faults[FarmComparison.Fault].ShouldBe(unmatched);
    }

    /// <summary>A client that nobody here wrote finds them well, and the farm counts each as what it is.</summary>
    [Fact]
    public async Task Farm_EachBehaviourThatIsGood_AnswersWellAndIsCounted()
    {
        using var folder = new TempDirectory("lab-farm");
        await using var farm = await FarmProcess.StartAsync(withNginx: false, folder.Path, TestContext.Current.CancellationToken).Within();
        using var client = new HttpClient();
        foreach (var behaviour in TargetMix.Good)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, $"http://127.0.0.1:{farm.PortOf("http")}/");
            request.Headers.Host = $"{behaviour}-1.farm.test";
            using var response = await client.SendAsync(request, TestContext.Current.CancellationToken).Within();
            ((int)response.StatusCode).ShouldBe(behaviour == "notmodified" ? 304 : 200, behaviour);
            (await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken).Within())
                .ShouldBe(behaviour == "notmodified" ? "" : "ok\n", behaviour);
        }

        var counts = await farm.CountsAsync(TestContext.Current.CancellationToken).Within();
        TargetMix.Good.Select(behaviour => (behaviour, counts[$"{behaviour} good"])).ShouldAllBe(one => one.Item2 == 1);
    }

    /// <summary>Its control port answers when all others are open: who was told that it is ready finds nobody missing.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Farm_OneOfItsPortsIsTaken_IsNotReadyButEndsAndSaysWhy(int port)
    {
        using var folder = new TempDirectory("lab-farm");
        var ports = FreePorts.Take(5);
        using var other = new TcpListener(IPAddress.Loopback, ports[port]);
        other.Start();
        await using var farm = ChildProcess.Start(
            "Farm",
            DotNet.Start(BuiltAssembly.Find(FarmProcess.Project), ["serve", folder.Path, .. ports.Select(one => $"{one}")]),
            folder.Combine("farm.log"),
            metrics: null);

        var ready = farm.WaitUntilReadyAsync(new($"http://127.0.0.1:{ports[0]}/"), TestContext.Current.CancellationToken);

        (await Should.ThrowAsync<LabException>(() => ready.Within())).Message.ShouldContain("Farm ended with exit code");
        farm.HasSaid("address already in use").ShouldBeTrue();
    }

    [Fact]
    public void Claim_OfAProber_LeavesOutWhatFailed()
    {
        var reading = ProberReading.Parse(
            "prober_probes_total 100\nprober_bad_probes_total 3\nprober_strained_probes_total 2\nprober_probes_in_flight 7\n", []);

        reading.Claim.ShouldBe(new(95, 5, 7));
    }

    [Theory]
    [InlineData("ok-1.farm.test", "down", true)]
    [InlineData("ok-1.farm.test", "unknown", false)]
    [InlineData("slow-1.farm.test", "up", false)]
    [InlineData("hang-1.farm.test", "up", true)]
    [InlineData("expired-1.farm.test", "down", false)]
    [InlineData("huge-1.farm.test", "up", false)]
    [InlineData("huge-1.farm.test", "down", true)]
    [InlineData("flap-1.farm.test", "down", false)]
    public void IsFalse_StateOfATarget_IsHeldAgainstItsBehaviour(string target, string state, bool isFalse) =>
        TargetMix.IsFalse(target, state).ShouldBe(isFalse);

    /// <summary>A target that was down and is up again was called what it is not, as well.</summary>
    [Fact]
    public void FalseVerdicts_BetweenTwoReadings_AreBadProbesWhereAllTargetsAreWell()
    {
        var (before, bad) = (Reading(2, "up", "up"), Reading(5, "up", "up"));
        var down = Reading(2, "down", "up");

        FalseVerdicts.Count(TargetMix.Ok, before, bad).ShouldBe(3);
        FalseVerdicts.Count(TargetMix.Ok, bad, bad).ShouldBe(0);
        FalseVerdicts.Count(TargetMix.Ok, before, down).ShouldBe(1);
        FalseVerdicts.Count(TargetMix.SomeHang, before, bad).ShouldBe(0);

        static ProberReading Reading(int bad, params string[] states) => ProberReading.Parse(
            $"prober_bad_probes_total {bad}\nprober_targets{{state=\"down\"}} {states.Count(state => state == "down")}\n",
            [.. states.Select((state, number) => ($"ok-{number}.farm.test", state))]);
    }

    [Fact]
    public void Configuration_OfARow_NamesEachTargetByItsBehaviour()
    {
        var text = new ProbeRow("https", 19, 10, TargetMix.All, ProbeWay.Schedule).Configuration(4443, "ca.pem");

        text.ShouldContain("interval: 10s, timeout: 5s");
        text.ShouldContain("- { name: wronghost-16.farm.test, url: 'https://wronghost-16.farm.test:4443/', ca: 'ca.pem' }\n");
        text.Split('\n').Count(line => line.StartsWith("  - ", StringComparison.Ordinal)).ShouldBe(19);
    }

    [Fact]
    public void Lateness_BetweenTwoReadings_IsThatOfTheProbesBetweenThem()
    {
        var before = Reading(10, 10, 10);
        var after = Reading(10, 100, 110);

        after.Lateness(before, 0.5).ShouldBe(0.05);
        after.Lateness(before, 0.99).ShouldBe(double.PositiveInfinity);
        after.Lateness(after, 0.5).ShouldBe(0);
        after["prober_probes_total"].ShouldBe(110);

        static ProberReading Reading(int first, int second, int all) => ProberReading.Parse(
            $$"""
            # TYPE prober_lateness_seconds histogram
            prober_lateness_seconds_bucket{le="0.01"} {{first}}
            prober_lateness_seconds_bucket{le="0.05"} {{second}}
            prober_lateness_seconds_bucket{le="+Inf"} {{all}}
            prober_probes_total {{all}}
            prober_build_info{version="1 2"} 1
            """,
            []);
    }

    [Fact]
    public void Parse_CountsOfAFarm_AreSummedOverBehaviours()
    {
        var reading = FarmReading.Parse("all accepted 9\nok visited 4\nok good 4\nhang visited 3\nhang good 0\n");

        reading.Visited.ShouldBe(7);
        reading.Good.ShouldBe(4);
        reading["all accepted"].ShouldBe(9);
    }

    [Fact]
    public void Create_OwnFarm_HasRowsOfIdleReloadedAndScrapedTargets()
    {
        var names = ProbeSuite.Create(new(false, new Dictionary<string, string>())).Cases.Select(one => one.Name).ToList();

        names.ShouldContain("https 100 3600s ok idle");
        names.ShouldContain("https 20000 3600s ok idle");
        names.ShouldContain("https 20000 60s ok reloaded");
        names.ShouldContain("https 20000 60s ok scraped");
        names.ShouldContain("https 2000 10s ok schedule");
        names.ShouldContain("https 2000 10s 30%-hang schedule");
    }

    [Fact]
    public void LatenessWithin_ProbesOfSeveralSpans_AreSpreadEvenlyOverTheirBucket()
    {
        var (first, second) = (Reading(0, 0), Reading(50, 100));

        // 200 probes: 100 up to 0.1 s, and 100 from there to 0.2 s.
        ProberReading.LatenessWithin([(first, second), (null, second)], 0.25).ShouldBe(0.05, 1e-9);
        ProberReading.LatenessWithin([(first, second), (null, second)], 0.75).ShouldBe(0.15, 1e-9);
        ProberReading.LatenessWithin([(second, second)], 0.99).ShouldBe(0);

        static ProberReading Reading(int below, int all) => ProberReading.Parse(
            $$"""
            prober_lateness_seconds_bucket{le="0.1"} {{below}}
            prober_lateness_seconds_bucket{le="0.2"} {{all}}
            prober_lateness_seconds_bucket{le="+Inf"} {{all}}
            """,
            []);
    }

    [Theory]
    [InlineData(20_100, 2.0, "kept")]
    [InlineData(20_100, 3.0, "missed")]
    public void Idle_ManyBesideFew_IsTheirDifferenceOverTheTargetsBetweenThem(int targets, double kilobytes, string verdict)
    {
        var result = Rows.Result(null, Row(100, 80), Row(targets, 80 + ((targets - 100) * kilobytes / 1000)));

        var section = IdleSection.Of(result).ShouldHaveSingleItem();

        section.Table.Lines.ShouldHaveSingleItem().Cells[2].ShouldBe(kilobytes == 2 ? "2,000" : "3,000");
        section.Sentences.ShouldHaveSingleItem().ShouldEndWith($"{verdict}.");

        static CaseResult Row(int targets, double megabytes) => RowOf(
            new("https", targets, 3600, TargetMix.Ok, ProbeWay.Idle),
            new() { [ProbeFigures.Resident] = megabytes, [ProbeFigures.Managed] = megabytes });
    }

    [Fact]
    public void Change_ATargetThatMoved_MissesThePromise()
    {
        var result = Rows.Result(null, RowOf(
            new("https", 20_000, 60, TargetMix.Ok, ProbeWay.Reloaded),
            new()
            {
                [ProbeFigures.ReloadCpu] = 1.5,
                [ProbeFigures.Moved] = 1,
                [ProbeFigures.Missed] = 0,
                [ProbeFigures.Silent] = 0,
            }));

        var sentences = ChangeSection.Of(result).ShouldHaveSingleItem().Sentences;

        sentences.Select(sentence => sentence[(sentence.LastIndexOf(' ') + 1)..]).ShouldBe(["kept.", "missed.", "kept.", "kept."]);
    }

    private static CaseResult RowOf(ProbeRow row, Dictionary<string, double> figures) => new(
        new() { Dimensions = row.Dimensions, Source = new CountSource.Counter((_, _) => throw new UnreachableException()) },
        [Rows.Counted(1, new(0) { Figures = figures })]);
}
