namespace Load.Stack.Chaos;

/// <summary>A fault of one member.</summary>
/// <param name="Name">For tables.</param>
/// <param name="StrikeAsync">Returns when the fault is over, and the member may heal.</param>
internal sealed record StackFault(string Name, Func<SupervisedMember, CancellationToken, Task> StrikeAsync)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(10);

    /// <summary>Those that this system knows: Windows stops no process for a while.</summary>
    public static IReadOnlyList<StackFault> All { get; } =
    [
        new("SIGKILL", (member, token) => member.KillAsync(token)),
        .. OperatingSystem.IsWindows() ? Array.Empty<StackFault>() : [new("SIGSTOP 10 s", PauseAsync), new("SIGTERM", TerminateAsync)],
    ];

    private static async Task PauseAsync(SupervisedMember member, CancellationToken cancellationToken)
    {
        await member.SignalAsync("STOP", cancellationToken);
        try
        {
            await Task.Delay(Pause, cancellationToken);
        }
        finally
        {
            await member.SignalAsync("CONT", CancellationToken.None);
        }
    }

    private static Task TerminateAsync(SupervisedMember member, CancellationToken cancellationToken) =>
        member.SignalAsync("TERM", cancellationToken);
}
