using Load.Machine;

namespace Load.Tests.EndToEnd;

/// <summary>Signals at moments that follow from a seed: while it starts, when it is ready, among faults, and while it stops.</summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class StackStopTests : IDisposable
{
    private const int Stops = 5;

    private readonly TempDirectory _folder = new("stack");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Stack_SignalsAtAnyMoment_LeaveNothingRunningAndTheNextStartGoesOn(int seed)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "sends signals to a session that setsid(1) made, and looks into /proc");
        var random = new Random(seed);
        for (var stop = 1; stop <= Stops; stop++)
        {
            using var stack = new LabProcess("stack", "--free-ports", "--data", _folder.Path, "--chaos", "--seed", $"{random.Next()}");
            if (stop % 2 == 0)
            {
                await stack.SaysAsync(StackUser.Ready); // from here on faults strike
            }

            await Task.Delay(TimeSpan.FromSeconds(5 * random.NextDouble()), Token);
            await stack.SignalAsync(random.Next(2) == 0 ? "TERM" : "INT", toAll: random.Next(2) == 0);
            if (random.Next(3) == 0)
            {
                await Task.Delay(TimeSpan.FromSeconds(random.NextDouble()), Token);
                await stack.SignalAsync("INT"); // a second one ends it at once, and the members by themselves
            }

            await stack.ExitAsync();
            await Deadline.UntilAsync(() => !Running().Any(), what: $"all end after stop {stop} of seed {seed}:\n{stack.Output}");
            stack.Output.ShouldNotContain("   at ");
        }

        using var last = new LabProcess("stack", "--free-ports", "--data", _folder.Path);
        await last.SaysAsync(StackUser.Ready);
        var user = new StackUser(_folder.Path);
        await user.SeenAsync(await StackUser.SubmitAsync(StackUser.AddressOf(last, "gateway")));
        await last.SignalAsync("INT", toAll: true);
        (await last.ExitAsync()).ShouldBe(LabExitCode.Success, last.Output);
        await (await user.TrailAsync()).VerifyAsync(Token);
        Directory.Exists(Path.Combine(_folder.Path, "new")).ShouldBeFalse();
    }

    /// <summary>Every member has the folder in its command line.</summary>
    private IEnumerable<string> Running() => Directory.GetDirectories("/proc")
        .Where(process => int.TryParse(Path.GetFileName(process), out _))
        .Select(CommandLine).Where(line => line.Contains(_folder.Path, StringComparison.Ordinal));

    private static string CommandLine(string process)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, "cmdline"));
        }
        catch (IOException)
        {
            return ""; // it has ended meanwhile
        }
    }
}
