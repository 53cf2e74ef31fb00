namespace Load.Tests.EndToEnd;

[Trait("Category", "Nightly")]
public sealed class AbuseSuiteTests
{
    [Fact]
    public async Task Run_Abuse_TellsWhatAFloodAndAKeyCost()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "abuse", "--smoke", "--repeat", "1", "--only", "transport=rest,flood=none,flood=declared,flood=rapid-reset");

        lab.Output.ShouldContain("flood=rapid-reset: p99 ");

        using var keys = await LabProcess.SucceedAsync(
            "run", "abuse", "--smoke", "--repeat", "1", "--only", "transport=grpc,key=off,key=sent,key=right,key=wrong");

        keys.Output.ShouldContain("a key costs");
    }
}
