using System.Text.Json;
using Load.Stack.Chaos;

namespace Load.Tests.Stack.Chaos;

public sealed class SeenOutageTests
{
    [Theory]
    [InlineData(9, 12, 10, null)]
    [InlineData(0, 0, 3.9, null)] // it may have fallen between two probes
    [InlineData(0, 0, 10, "the prober saw at most 0.0 s of an outage of 10.0 s")]
    [InlineData(14, 15, 10, "the prober is sure of 14.0 s of an outage of 10.0 s")]
    public void ProblemOf_AnOutage_HasToLieWithinTheBounds(double certain, double possible, double actual, string? problem) =>
        new SeenOutage(TimeSpan.FromSeconds(certain), TimeSpan.FromSeconds(possible)).ProblemOf(TimeSpan.FromSeconds(actual))
            .ShouldBe(problem);

    [Fact]
    public void Of_ATimeline_CountsDoubtAndUnknownAsPossible()
    {
        using var parts = JsonDocument.Parse(
            """
            [
            {"from":"2026-11-27T05:00:00Z","to":"2026-11-27T05:00:10Z","state":"up","isInDoubt":false},
            {"from":"2026-11-27T05:00:10Z","to":"2026-11-27T05:00:11Z","state":"up","isInDoubt":true},
            {"from":"2026-11-27T05:00:11Z","to":"2026-11-27T05:00:16Z","state":"down","isInDoubt":false},
            {"from":"2026-11-27T05:00:16Z","to":"2026-11-27T05:00:17Z","state":"down","isInDoubt":true},
            {"from":"2026-11-27T05:00:17Z","to":"2026-11-27T05:00:19Z","state":"unknown","isInDoubt":false},
            {"from":"2026-11-27T05:00:19Z","to":"2026-11-27T05:00:30Z","state":"up","isInDoubt":false}
            ]
            """);

        var seen = ProberTimeline.Of(parts.RootElement);

        seen.ShouldBe(new SeenOutage(TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(9)));
        seen.ToString().ShouldBe("5.0 to 9.0");
    }
}
