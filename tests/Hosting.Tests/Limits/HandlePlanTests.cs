using Hosting.Limits;
using Hosting.Tests.Hello;

namespace Hosting.Tests.Limits;

public sealed class HandlePlanTests
{
    [Theory]
    [InlineData(null, 4096)]
    [InlineData(65_536, 4096)]
    [InlineData(4608, 4096)]
    [InlineData(4607, 4095)]
    [InlineData(1024, 512)]
    [InlineData(512, 16)]
    public void Connections_WithSoManyHandles_LeaveThoseThatTheHostItselfNeeds(int? limit, int connections) =>
        Plan(limit).Connections.ShouldBe(connections);

    /// <summary>The prober has a handle open for each probe under way, and bounds these to half of what is left itself.</summary>
    [Theory]
    [InlineData(65_536, 4096)]
    [InlineData(8704, 4096)]
    [InlineData(1024, 256)]
    public void Connections_BesideOtherNeeds_LeaveTheseHalfAtMost(int? limit, int connections) =>
        Plan(limit, ("MaxInFlight", 4096)).Connections.ShouldBe(connections);

    [Theory]
    [InlineData(1024, 512)]
    [InlineData(4607, 4095)]
    [InlineData(4608, null)]
    [InlineData(null, null)]
    public void Tell_SystemThatAllowsSoMany_WarnsWithTheNumberThatIsNeeded(int? limit, int? connections)
    {
        var log = new LogSink();

        Plan(limit).Tell(log.CreateLogger("start"));

        log.Records.Select(record => record.Message).ShouldBe(connections is null ? [] :
        [
            $"The system allows {limit} open handles, and 4608 are needed with Hello:Clients:MaxConnections=4096: raise the limit "
                + "(LimitNOFILE in the unit, ulimit -n in a shell), or lower what is set. Until then clients have at most "
                + $"{connections} connections.",
        ]);
    }

    [Fact]
    public void Tell_OtherNeeds_AreNamed()
    {
        var log = new LogSink();

        Plan(1024, ("MaxInFlight", 4096)).Tell(log.CreateLogger("start"));

        log.Records.ShouldHaveSingleItem().Message.ShouldContain(
            "8704 are needed with Hello:Clients:MaxConnections=4096 and Hello:MaxInFlight=4096: ");
    }

    [Theory]
    [InlineData(1024, "the limit of 1024 open handles")]
    [InlineData(4608, "Hello:Clients:MaxConnections")]
    public void Reason_OfClosedConnections_IsWhateverAllowsNoMore(int? limit, string reason) => Plan(limit).Reason.ShouldBe(reason);

    private static HandlePlan Plan(int? limit, params (string Key, int Count)[] others) => new(HelloApp.Host, 4096, others, limit);
}
