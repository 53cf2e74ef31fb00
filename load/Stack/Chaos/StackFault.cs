namespace Load.Stack.Chaos;

/// <summary>A fault of one process.</summary>
/// <param name="Name">For tables.</param>
/// <param name="StrikeAsync">Returns when the fault is over, and the process may heal.</param>
internal sealed record StackFault(string Name, Func<IStackProcess, CancellationToken, Task> StrikeAsync)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(10);

    public static StackFault Kill { get; } = new("SIGKILL", (process, token) => process.KillAsync(token));

    public static StackFault Stop { get; } = new("SIGSTOP 10 s", PauseAsync);

    public static StackFault Terminate { get; } = new("SIGTERM", (process, token) => process.SignalAsync("TERM", token));

    /// <summary>Those that may strike a process on this system: Windows stops no process for a while.</summary>
    public static IReadOnlyList<StackFault> Of(IStackProcess process) => OperatingSystem.IsWindows() ? [Kill]
        : process.EndsByItself ? [Kill, Stop, Terminate] : [Kill, Stop];

    private static async Task PauseAsync(IStackProcess process, CancellationToken cancellationToken)
    {
        await process.SignalAsync("STOP", cancellationToken);
        try
        {
            await Task.Delay(Pause, cancellationToken);
        }
        finally
        {
            await process.SignalAsync("CONT", CancellationToken.None);
        }
    }
}
