using System.Net;
using Load.Machine;
using Load.Stack;

namespace Load.Tests.EndToEnd;

/// <summary>The clocks of the five differ: each says so in a line, and evidence and alerts go on.</summary>
[Trait("Category", "Nightly")]
public sealed class StackClockTests : IDisposable
{
    private readonly TempDirectory _folder = new("stack");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Stack_ClocksThatAreSetBack_AreToldAndNothingIsLost()
    {
        using var clock = await SetClock.BuildAsync();
        using var stack = new LabProcess(clock.Environment, "stack", "--free-ports", "--data", _folder.Path);
        await stack.SaysAsync(StackUser.Ready);
        var (gateway, user, paths) = (StackUser.AddressOf(stack, "gateway"), new StackUser(_folder.Path), new StackPaths(_folder.Path));
        await user.SeenAsync(await StackUser.SubmitFromAsync(gateway, IPAddress.Loopback));
        var sent = TimeProvider.System.GetUtcNow();

        await clock.SetAsync("journal.dll", -3600);
        var file = await StackUser.SubmitFromAsync(gateway, IPAddress.Loopback);
        await user.SeenAsync(file);

        var alert = (await user.RecordsOfAsync(file.Trace)).Single(record => record.TryGetProperty("rule", out _));
        alert.GetProperty("time").GetDateTimeOffset().ShouldBeGreaterThan(sent, "the time of an alert is that of the analyzer's record");
        var journal = BuiltAssembly.Find(StackMembers.JournalProject, assembly: StackMembers.JournalAssembly);
        var (_, said, _) = await DotNet.RunAsync(DotNet.Start(journal, "verify", paths.Journal), Token);
        said.ShouldContain("The clock was set back before frame ");

        await clock.SetAsync("prober.dll", -600);
        await Deadline.UntilAsync(() => LogOf("prober").Contains("the clock was set back."));

        await stack.SignalAsync("TERM");
        (await stack.ExitAsync()).ShouldBe(0, stack.Output);
        await (await user.TrailAsync()).VerifyAsync(Token);

        string LogOf(string member)
        {
            using var log = new StreamReader(new FileStream(paths.LogOf(member), FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
            return log.ReadToEnd();
        }
    }
}
