namespace Hosting.Uploads;

/// <summary>What is still to come of a body that nobody wants: it is read and dropped, within bounds of time and bytes.</summary>
internal sealed class UnwantedRest(HttpContext context, TimeProvider time)
{
    /// <summary>For what a sender has under way, and for one that streams on because its library does not tell it to stop.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>A sender that sends nothing for so long waits: for the answer, or for room in its window. Nothing is under way.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    private long _dropped;

    private bool IsTooMuch => _dropped > EarlyResponses.MaxDropped;

    /// <summary>Reads until the sender ends the stream, if it sends at all.</summary>
    /// <returns>Whether it has ended the stream.</returns>
    public async Task<bool> EndsUnlessWaitingAsync()
    {
        if (await ReadAsync(Pause))
        {
            return true;
        }

        if (IsTooMuch)
        {
            await WaitAsync(Pause);
        }

        return false;
    }

    /// <summary>Reads until the sender ends the stream, as long as patience lasts.</summary>
    /// <returns>Whether it has.</returns>
    public async Task<bool> EndsAsync()
    {
        if (!IsTooMuch)
        {
            return await ReadAsync(Patience);
        }

        // Its window is full, and stays so: with room in it, the sender would go on just as the answer comes.
        await WaitAsync(Patience);
        return context.RequestAborted.IsCancellationRequested;
    }

    /// <summary>Reads nothing for a time, unless the sender resets the stream.</summary>
    private async Task WaitAsync(TimeSpan wait) =>
        await Task.Delay(wait, time, context.RequestAborted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    /// <param name="first">How long to wait for the first bytes.</param>
    private async Task<bool> ReadAsync(TimeSpan first)
    {
        using var enough = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        var body = context.Request.BodyReader;
        try
        {
            enough.CancelAfter(first);
            while (!IsTooMuch)
            {
                var read = await body.ReadInOrderAsync(enough.Token);
                if (_dropped == 0)
                {
                    enough.CancelAfter(Patience);
                }

                _dropped += read.Buffer.Length;
                body.AdvanceTo(read.Buffer.End);
                if (read.IsCompleted)
                {
                    return true;
                }
            }

            return false;
        }
        catch (OperationCanceledException) when (!context.RequestAborted.IsCancellationRequested)
        {
            return false;
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            return true; // reset by the sender
        }
    }
}
