namespace Load.Machine;

/// <summary>Starts programs on ports that were free a moment ago; where one is taken by then, others are drawn.</summary>
internal static class OnFreePorts
{
    private const int Attempts = 3;

    /// <param name="count">How many ports it gets.</param>
    /// <param name="launch">Starts it on these; it need not be ready.</param>
    /// <param name="health">Answers 200 when it is ready.</param>
    /// <param name="cancellationToken">Ends the wait; the process is gone then.</param>
    /// <returns>A process that is ready, and its ports.</returns>
    /// <exception cref="LabException">It did not start; the message holds its last words.</exception>
    public static async Task<(ChildProcess Process, int[] Ports)> StartAsync(
        int count, Func<int[], ChildProcess> launch, Func<int[], Uri> health, CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            var ports = FreePorts.Take(count);
            var process = launch(ports);
            try
            {
                await process.WaitUntilReadyAsync(health(ports), cancellationToken);
                return (process, ports);
            }
            catch (Exception exception)
            {
                await process.DisposeAsync();
                if (exception is not LabException || attempt == Attempts || !process.HasSaid("address already in use"))
                {
                    throw;
                }
            }
        }
    }
}
