using System.CommandLine;
using Load.Measuring;
using Load.Systems.Analyzer.Overload;
using Load.Systems.Gateway;
using Load.Systems.Gateway.Processes;

namespace Load.Tests.Systems.Gateway;

public sealed class GatewaySuitesTests
{
    public static TheoryData<string> Names => [.. new GatewaySystem().Suites.Select(suite => suite.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Create_AnySuite_IsFitToRun(string name)
    {
        var suite = Create(name);

        suite.Name.ShouldBe(name);
        suite.Cases.Select(one => one.Name).ShouldBeUnique();
        suite.Cases.GroupBy(one => one[UploadLimit.Dimension] ?? "").ShouldAllBe(
            alike => alike.Select(one => one.Setup.Name).Distinct().Count() == 1, "all ways lead to one analyzer");
    }

    [Fact]
    public void Overload_BothWays_MeetEachFactorAndAShutDoor()
    {
        var suite = Create("overload-gateway");

        var ways = suite.Cases.Where(one => !one.IsRung).GroupBy(one => one["transport"]).ToArray();
        ways.Select(way => way.Key).ShouldBe(["gateway", "gateway-grpc"]);
        ways.ShouldAllBe(way => way.Select(one => one.Load).OfType<LoadShape.OfKnee>()
            .Where(load => load.Peak == null && load.Factor >= 1).Select(load => load.Factor).SequenceEqual(new[] { 1.0, 2, 4 }));
        ways.ShouldAllBe(way => way.Count(one => one[UploadLimit.Dimension] == "shut") == 1, "what a refusal costs is measured for each");
        (suite.HasOwnProcessors, suite.IsBeyondLimits).ShouldBe((true, true));
        suite.Cases.Select(one => one.Setup.Name).Distinct().ShouldBe(["gateway limit=adaptive", "gateway limit=shut"]);
    }

    [Fact]
    public void Gateway_EverySubject_GoesEveryWay()
    {
        var ways = Create("gateway").Cases.Where(one => one.Load is LoadShape.Closed && one["file"] != "empty")
            .GroupBy(one => $"{one["file"]} {one["size"]}").ToDictionary(rows => rows.Key, rows => rows.Select(row => row["transport"]));

        ways.Keys.ShouldBe(["look-up 10KB", "unknown 10KB", "unknown 1MB", "null 10MB"]);
        ways.Values.ShouldAllBe(way => way.SequenceEqual(
            new[] { "rest", "gateway", "nginx", "haproxy", "yarp", "grpc", "gateway-grpc", "nginx-grpc", "haproxy-grpc", "yarp-grpc" }));
    }

    [Fact]
    public void Gateway_PeerThatIsNotInstalled_IsSkippedByName()
    {
        var rows = Create("gateway").Cases.Where(one => one["transport"]!.StartsWith("haproxy", StringComparison.Ordinal)).ToArray();

        rows.ShouldNotBeEmpty();
        rows.ShouldAllBe(row => row.Obstacle == Peer.Haproxy.Obstacle);
        (Peer.Haproxy with { Name = "no-such-proxy", Runs = "no-such-proxy" }).Obstacle.ShouldBe("no-such-proxy is not installed");
    }

    [Fact]
    public void Gateway_HalfOfTheKnee_IsThatOfTheAnalyzerAlone()
    {
        var suite = Create("gateway");

        var ladder = suite.Ladders.ShouldHaveSingleItem();
        ladder.ShouldAllBe(rung => rung["transport"] == "rest");
        suite.Cases.Where(one => one.Load is LoadShape.OfKnee { Factor: 0.5 }).ShouldAllBe(one => one.Ladder == ladder.Key);
    }

    [Fact]
    public void Ramp_Always_IsThePublishedExperiment()
    {
        var ramp = Create("ramp");

        ramp.Cases.Select(one => one["transport"]).ShouldBe(["grpc", "rest", "gateway"]);
        ramp.Cases.ShouldAllBe(one => one.Load == new LoadShape.Ramp(100));
        ramp.IterationLength.ShouldBe(TimeSpan.FromSeconds(100));
    }

    [Fact]
    public async Task Set_KeysOfBothHosts_ReachEach()
    {
        var facts = await Create("gateway", "--set Gateway:HoldBytes=0 --set Analyzer:CacheBytes=0")
            .DescribeAsync(TestContext.Current.CancellationToken);

        facts.Settings.ShouldBe(
            new Dictionary<string, string> { ["Analyzer:CacheBytes"] = "0", ["Gateway:HoldBytes"] = "0" }, ignoreOrder: true);
    }

    [Fact]
    public void Set_BackendsOfTheGateway_AreTheLabsToDecide() =>
        Should.Throw<Load.Machine.LabException>(() => Create("gateway", "--set gateway:backends=http://a:1")).Message
            .ShouldBe("--set gateway:backends: the lab decides that itself.");

    private static Suite Create(string name, string arguments = "")
    {
        var suite = new GatewaySystem().Suites.Single(suite => suite.Name == name);
        var command = new RootCommand();
        foreach (var option in suite.Options)
        {
            command.Add(option);
        }

        return suite.Create(command.Parse(arguments), 1);
    }
}
