using Load.Stack;

namespace Load.Tests.Stack;

/// <summary>A member that ends by itself voids the row; one that a fault struck does not.</summary>
public sealed class SupervisedMemberTests : IDisposable
{
    private readonly TempDirectory _folder = new("member");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Supervise_MemberThatEnds_HasExitedUnlessItWasStruck(bool isStruck)
    {
        Directory.CreateDirectory(new StackPaths(_folder.Path).Logs);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        using var heard = new Heard();
        await using var member = new SupervisedMember(
            new("lister", "load", "lists", ["list", "watch"]) { Stage = 0, Assembly = "load" }, new(_folder.Path), heard);
        var hadExited = false;
        heard.Said += () =>
        {
            hadExited = member.HasExited;
            stop.Cancel();
        };
        await member.StartAsync(stop.Token);
        if (isStruck)
        {
            await member.KillAsync(stop.Token).Within();
        }

        await member.SuperviseAsync(stop.Token).Within();

        hadExited.ShouldBe(!isStruck);
    }

    /// <summary>A line comes after each end, and before the next start.</summary>
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
