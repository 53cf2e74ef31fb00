using Load.Stack;

namespace Load.Tests.Stack;

/// <summary>A member that ends by itself voids the row; one that a fault struck does not.</summary>
public sealed class SupervisedMemberTests : IDisposable
{
    private readonly TempDirectory _folder = new("member");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Supervise_MemberThatEndsByItself_SaysSoAndHasExited()
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        using var heard = new Heard();
        await using var member = Member("load", "load", heard, "list", "watch"); // there is no such suite
        var hadExited = false;
        heard.Said += () =>
        {
            hadExited = member.HasExited;
            stop.Cancel();
        };
        await member.StartAsync(stop.Token);

        await member.SuperviseAsync(stop.Token).Within();

        hadExited.ShouldBeTrue();
    }

    [Fact]
    public async Task Supervise_MemberThatWasStruck_StartsAgainWithoutAWord()
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        using var heard = new StringWriter();
        var rules = Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "Samples", "rules");
        await using var member = Member("Sigma.Streams", "sigma", heard, "eval", "--rules", rules, "--events", "-"); // reads for ever
        await member.StartAsync(stop.Token);

        await member.KillAsync(stop.Token).Within();
        var supervising = member.SuperviseAsync(stop.Token);
        await Deadline.UntilAsync(() => member.Usage is not null);
        await stop.CancelAsync();
        await supervising.Within();

        member.HasExited.ShouldBeFalse();
        heard.ToString().ShouldBeEmpty();
    }

    private SupervisedMember Member(string project, string assembly, TextWriter output, params string[] arguments)
    {
        Directory.CreateDirectory(new StackPaths(_folder.Path).Logs);
        return new(new("member", project, "", arguments) { Stage = 0, Assembly = assembly }, new(_folder.Path), output);
    }

    /// <summary>A line comes after an end, and before the next start.</summary>
    private sealed class Heard : StringWriter
    {
        public event Action? Said;

        public override Task WriteLineAsync(string? value)
        {
            Said?.Invoke();
            return Task.CompletedTask;
        }
    }
}
