using Crash.Faults;
using Crash.Systems.Gateway;

namespace Crash.Tests.Systems.Gateway;

public sealed class BackendPromiseTests
{
    private static readonly RefusedCall LookUp = new("look-up", "rest", "502 The analyzer broke off", IsBusy: false);
    private static readonly RefusedCall Submission = new("submission", "grpc", "Unavailable lost", IsBusy: false);
    private static readonly RefusedCall Busy = new("look-up", "rest", "429 Too many uploads", IsBusy: true);

    [Fact]
    public void Judge_RollingRestartWithoutAFailedCall_IsKept()
    {
        var judgement = BackendPromise.Judge(BackendStrike.RollingRestart, Failed((Busy, 40)), unrepeated: 0);

        judgement.ShouldBe(new("no call failed", IsKept: true));
    }

    [Fact]
    public void Judge_RollingRestartWithFailedCalls_IsBrokenAndTellsTheirKinds()
    {
        var judgement = BackendPromise.Judge(BackendStrike.RollingRestart, Failed((LookUp, 1), (Submission, 2), (Busy, 40)), unrepeated: 9);

        judgement.IsKept.ShouldBeFalse();
        judgement.Told.ShouldBe(
            "3 calls failed (2 × submission over grpc: Unavailable lost, 1 × look-up over rest: 502 The analyzer broke off)");
    }

    [Theory]
    [InlineData(BackendStrike.Kill, 0, 0, true)] // an upload that was not held may fail
    [InlineData(BackendStrike.Kill, 2, 2, true)]
    [InlineData(BackendStrike.Kill, 3, 2, false)]
    [InlineData(BackendStrike.Pause, 1, 0, false)]
    public void Judge_BackendLost_LookUpsFailOnlyWhenTheBudgetIsSpent(object strike, int lookUps, int unrepeated, bool isKept) =>
        BackendPromise.Judge((BackendStrike)strike, Failed((LookUp, lookUps), (Submission, 5)), unrepeated).IsKept.ShouldBe(isKept);

    [Fact]
    public void FailedCalls_OfARound_AreThoseSinceItBegan()
    {
        var failed = new FailedCalls(
            new Dictionary<RefusedCall, int> { [LookUp] = 3, [Submission] = 1 },
            new Dictionary<RefusedCall, int> { [LookUp] = 3, [Submission] = 2, [Busy] = 1 });

        (failed.Count, failed.CountOf("look-up"), failed.CountOf("submission")).ShouldBe((1, 0, 1));
        $"{failed}".ShouldBe("1 call failed (1 × submission over grpc: Unavailable lost)");
    }

    private static FailedCalls Failed(params (RefusedCall Call, int Count)[] refusals) =>
        new(new Dictionary<RefusedCall, int>(), refusals.ToDictionary(refusal => refusal.Call, refusal => refusal.Count));
}
