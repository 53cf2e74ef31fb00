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
    public static TimeSpan Longest => Streaming + Pause + Filling + Patience;

    /// <summary>A file of the usual length has ended by then. The answer to a longer one does not wait for its end.</summary>
    private static readonly TimeSpan Streaming = TimeSpan.FromSeconds(1);

    /// <summary>A sender that sends nothing at all for so long waits for the answer, or for room in its window.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    /// <summary>The longest wait for a window to be full. A slower sender is rarely in the middle of a write.</summary>
    private static readonly TimeSpan Filling = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(50);

    /// <summary>For a sender that has its answer to end the stream.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private long _began;
    private long _lastCame;
    private long _dropped;

    /// <summary>It streams on, and is not read any more.</summary>
    private bool _isHeld;

    /// <summary>Some of it has come.</summary>
    public bool HasCome => _dropped > 0;

    /// <summary>Looks without waiting.</summary>
    /// <param name="drops">Whether to drop what has come.</param>
    /// <returns>Whether the sender has ended the stream.</returns>
    public bool HasEnded(bool drops = true)
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

            if (drops)
            {
                Drop(body, read);
            }
            else
            {
                body.AdvanceTo(read.Buffer.Start);
            }

            return read.IsCompleted;
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            return true; // reset by the sender
        }
    }

    /// <summary>
    /// Reads until the sender ends the stream, if it sends at all. One that streams on has to stop after a while, because its window fills.
    /// </summary>
    /// <returns>Whether it has ended the stream.</returns>
    public async Task<bool> EndsUnlessWaitingAsync()
    {
        if (await ReadAsync(Pause, Streaming))
        {
            return true;
        }

        if (_isHeld)
        {
            var filling = time.GetElapsedTime(_began) * ((double)window / Math.Max(_dropped, 1));
            return await EndsUnreadAsync((filling < Filling ? filling : Filling) + Pause);
        }

        return false;
    }

    /// <summary>Reads until the sender ends the stream, as long as patience lasts.</summary>
    /// <returns>Whether it has.</returns>
    public async Task<bool> EndsAsync()
    {
        // If its window is full, it stays so: with room in it, the sender would go on just as the answer comes.
        return _isHeld ? await EndsUnreadAsync(Patience) : await ReadAsync(Patience, Patience);
    }

    /// <summary>Reads nothing, and looks whether the sender ends the stream: once the response is sent, no token tells that.</summary>
    private async Task<bool> EndsUnreadAsync(TimeSpan longest)
    {
        for (var began = time.GetTimestamp(); time.GetElapsedTime(began) < longest;)
        {
            if (HasEnded(drops: false))
            {
                return true;
            }

            await Task.Delay(Look, time);
        }

        return false;
    }

    /// <param name="first">How long to wait for the first bytes.</param>
    /// <param name="longest">How long to read when there are some.</param>
    private async Task<bool> ReadAsync(TimeSpan first, TimeSpan longest)
    {
        using var enough = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        var body = context.Request.BodyReader;
        _began = time.GetTimestamp();
        enough.CancelAfter(HasCome ? longest : first);
        try
        {
            while (_dropped <= MaxDropped)
            {
                var isFirst = !HasCome;
                var read = await body.ReadInOrderAsync(enough.Token);
                Drop(body, read);
                if (read.IsCompleted)
                {
                    return true;
                }

                if (isFirst)
                {
                    enough.CancelAfter(longest);
                }
            }
        }
        catch (OperationCanceledException) when (!context.RequestAborted.IsCancellationRequested)
        {
            // Enough.
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            return true; // reset by the sender
        }

        _isHeld = HasCome && time.GetElapsedTime(_lastCame) < Pause;
        return false;
    }

    private void Drop(PipeReader body, ReadResult read)
    {
        _dropped += read.Buffer.Length;
        _lastCame = time.GetTimestamp();
        body.AdvanceTo(read.Buffer.End);
    }
}
