using Load.Machine;
using Load.Stack.Chaos;

namespace Load.Tests.Stack.Chaos;

public sealed class SubmissionsTests
{
    [Fact]
    public async Task Forget_RefusalsOfATrial_CountNoMore()
    {
        var nobody = new Uri($"http://127.0.0.1:{FreePorts.Find([0])}");
        using var submissions = new Submissions(nobody);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var trying = submissions.AcknowledgeOneAsync(stop.Token);
        await Deadline.UntilAsync(() => submissions.Refused > 0);
        await stop.CancelAsync();
        await trying.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);

        submissions.Forget();

        submissions.Refused.ShouldBe(0);
    }
}
