namespace Journal.Features.Replay.Sinks;

/// <summary>Repeats what a receiver that is away does not take, and says once that it waits.</summary>
/// <param name="address">The receiver, for messages.</param>
/// <param name="longestWait">Between two attempts; the first one is a quarter of a second.</param>
/// <param name="messages">Gets a line when the receiver is away, and when it is back.</param>
internal sealed class PatientSending(Uri address, TimeSpan longestWait, TextWriter messages)
{
    private static readonly TimeSpan FirstWait = TimeSpan.FromMilliseconds(250);

    /// <param name="attempt">
    /// Told whether the receiver was away before. Null when it has the lines; otherwise why it does not take them now. What it never takes
    /// is an exception.
    /// </param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public async Task SendAsync(Func<bool, Task<string?>> attempt, CancellationToken cancellationToken)
    {
        var isAway = false;
        for (var wait = FirstWait; ; wait = wait * 2 < longestWait ? wait * 2 : longestWait)
        {
            if (await attempt(isAway) is not { } problem)
            {
                if (isAway)
                {
                    await messages.WriteLineAsync($"{address} takes lines again.");
                }

                return;
            }

            if (!isAway)
            {
                isAway = true;
                await messages.WriteLineAsync($"{address} takes no lines, which wait: {problem}");
            }

            await Task.Delay(wait, cancellationToken);
        }
    }
}
