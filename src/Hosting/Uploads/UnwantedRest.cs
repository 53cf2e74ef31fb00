using System.IO.Pipelines;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Uploads;

/// <summary>What is still to come of a body that nobody wants: it is read and dropped, within bounds of time and bytes.</summary>
/// <param name="context">Its request.</param>
/// <param name="window">How many bytes its sender may send before some are read.</param>
/// <param name="time">Bounds it.</param>
internal sealed class UnwantedRest(HttpContext context, int window, TimeProvider time)
{
    /// <summary>In bytes. So much is read for a sender that streams on, so that it keeps its connection and its other calls.</summary>
    private const long MaxDropped = 64 << 20;

    /// <summary>The longest that all of it takes.</summary>
    public static readonly TimeSpan Longest = Streaming + Pause + Filling + Patience;

    /// <summary>A file of the usual length has ended by then. The answer to a longer one does not wait for its end.</summary>
    private static readonly TimeSpan Streaming = TimeSpan.FromSeconds(1);

    /// <summary>A sender that sends nothing for so long waits: for the answer, or for room in its window. Nothing is under way.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    /// <summary>The longest wait for a window to be full. A slower sender is rarely in the middle of a write.</summary>
    private static readonly TimeSpan Filling = TimeSpan.FromSeconds(2);

    /// <summary>For a sender that has its answer to end the stream.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private long _began;
    private long _dropped;
    private bool _isHeld;

    /// <summary>Some of it has come.</summary>
    public bool HasCome => _dropped > 0;

    /// <summary>Drops what has come, without waiting for more.</summary>
    /// <returns>Whether the sender has ended the stream.</returns>
    public bool HasEnded()
    {
        if (context.Features.Get<IHttpRequestBodyDetectionFeature>() is not { CanHaveBody: true })
        {
            return true;
        }

        try
        {
            var body = context.Request.BodyReader;
            if (!body.TryRead(out var read))
            {
                return false;
            }

            Drop(body, read);
            return read.IsCompleted;
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            return true; // reset by the sender
        }
    }

    /// <summary>Reads until the sender ends the stream, or pauses. One that streams on has to stop, because its window fills.</summary>
    /// <returns>Whether it has ended the stream.</returns>
    public async Task<bool> EndsUnlessWaitingAsync()
    {
        if (await ReadAsync(Streaming, Pause))
        {
            return true;
        }

        if (_isHeld)
        {
            var filling = time.GetElapsedTime(_began) * ((double)window / Math.Max(_dropped, 1));
            await WaitAsync((filling < Filling ? filling : Filling) + Pause);
        }

        return context.RequestAborted.IsCancellationRequested;
    }

    /// <summary>Reads until the sender ends the stream, as long as patience lasts.</summary>
    /// <returns>Whether it has.</returns>
    public async Task<bool> EndsAsync()
    {
        if (!_isHeld)
        {
            return await ReadAsync(Patience, Patience);
        }

        // Its window is full, and stays so: with room in it, the sender would go on just as the answer comes.
        await WaitAsync(Patience);
        return context.RequestAborted.IsCancellationRequested;
    }

    /// <summary>Reads nothing for a time, unless the sender resets the stream.</summary>
    private async Task WaitAsync(TimeSpan wait) =>
        await Task.Delay(wait, time, context.RequestAborted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    /// <param name="longest">How long to read.</param>
    /// <param name="pause">How long to wait for the next bytes.</param>
    private async Task<bool> ReadAsync(TimeSpan longest, TimeSpan pause)
    {
        using var enough = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        var body = context.Request.BodyReader;
        _began = time.GetTimestamp();
        try
        {
            while (_dropped <= MaxDropped && time.GetElapsedTime(_began) < longest)
            {
                enough.CancelAfter(pause);
                var read = await body.ReadInOrderAsync(enough.Token);
                Drop(body, read);
                if (read.IsCompleted)
                {
                    return true;
                }
            }

            _isHeld = true;
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

    private void Drop(PipeReader body, ReadResult read)
    {
        _dropped += read.Buffer.Length;
        body.AdvanceTo(read.Buffer.End);
    }
}
