using System.IO.Pipelines;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Uploads;

/// <summary>The rest of a body that nobody wants is read and dropped, within bounds of time and bytes.</summary>
/// <param name="context">Its request.</param>
/// <param name="holds">Those of its connection.</param>
/// <param name="time">Bounds it.</param>
internal sealed class UnwantedRest(HttpContext context, StreamHold holds, TimeProvider time) : IDisposable
{
    /// <summary>In bytes. So much is read at the sender's pace.</summary>
    private const long MaxDropped = 64 << 20;

    /// <summary>A file of the usual length has ended by then. The sender of a longer one is held, or slowed until it can be.</summary>
    private static readonly TimeSpan Streaming = TimeSpan.FromSeconds(1);

    /// <summary>A sender that sends nothing for so long waits: for the answer, or for room in its window.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    /// <summary>The longest wait for a held sender to pause. A slower one is rarely in the middle of a write.</summary>
    private static readonly TimeSpan Filling = TimeSpan.FromSeconds(2);

    /// <summary>The longest that a sender is read; and the time to end its stream for one that has its answer.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(50);

    private long _dropped;
    private bool _isHeld;

    /// <summary>The longest that all of it takes.</summary>
    public static TimeSpan Longest => Patience + Filling + Patience;

    /// <summary>Looks without waiting, and reads nothing.</summary>
    /// <param name="context">The request.</param>
    /// <param name="hasCome">Whether some of the body has come that nobody has read.</param>
    /// <returns>Whether the sender has ended the stream, or it cannot be read.</returns>
    public static bool HasEnded(HttpContext context, out bool hasCome)
    {
        var length = 0L;
        var ended = context.Features.Get<IHttpRequestBodyDetectionFeature>() is not { CanHaveBody: true }
            || HasEnded(context.Request.BodyReader, out length);
        hasCome = length > 0;
        return ended;
    }

    /// <summary>
    /// Reads until the sender ends the stream, if it sends at all. One that streams on is held: no more of it is read, so that its window
    /// fills and it stops.
    /// </summary>
    /// <returns>Whether it has ended the stream.</returns>
    public async Task<bool> EndsUnlessWaitingAsync() =>
        await ReadAsync(first: Pause, pause: Streaming, mayHold: true) || (_isHeld && await EndsUnreadAsync(Filling, Pause));

    /// <summary>Reads until the sender ends the stream, as long as patience lasts. One that is held is not read.</summary>
    /// <returns>Whether it has.</returns>
    public async Task<bool> EndsAsync() => _isHeld
        ? await EndsUnreadAsync(Patience, Patience) // with room in its window, it would go on just as the answer comes
        : await ReadAsync(first: Patience, pause: Patience, mayHold: false);

    public void Dispose()
    {
        if (_isHeld)
        {
            holds.Release();
        }
    }

    /// <summary>Reads nothing, and looks: once the response is sent, no token tells that the sender resets the stream.</summary>
    /// <param name="longest">How long to look.</param>
    /// <param name="pause">The time without new bytes after which there is no need to look on.</param>
    private async Task<bool> EndsUnreadAsync(TimeSpan longest, TimeSpan pause)
    {
        var (began, grown, last) = (time.GetTimestamp(), time.GetTimestamp(), 0L);
        while (time.GetElapsedTime(began) < longest && time.GetElapsedTime(grown) < pause)
        {
            if (HasEnded(context.Request.BodyReader, out var length))
            {
                return true;
            }

            if (length > last)
            {
                (grown, last) = (time.GetTimestamp(), length);
            }

            await Task.Delay(Look, time);
        }

        return false;
    }

    /// <param name="first">How long to wait for the first bytes.</param>
    /// <param name="pause">How long to wait for further ones.</param>
    /// <param name="mayHold">Whether to stop reading when there is no end in sight.</param>
    private async Task<bool> ReadAsync(TimeSpan first, TimeSpan pause, bool mayHold)
    {
        using var enough = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        var body = context.Request.BodyReader;
        var began = time.GetTimestamp();
        var wait = first;
        try
        {
            while (Patience - time.GetElapsedTime(began) is var left && left > TimeSpan.Zero)
            {
                enough.CancelAfter(wait < left ? wait : left);
                var read = await body.ReadInOrderAsync(enough.Token);
                _dropped += read.Buffer.Length;
                body.AdvanceTo(read.Buffer.End);
                if (read.IsCompleted)
                {
                    return true;
                }

                var isLong = _dropped > MaxDropped || time.GetElapsedTime(began) > Streaming;
                if (mayHold && isLong && holds.TryTake())
                {
                    _isHeld = true;
                    return false;
                }

                wait = pause;
                if (isLong)
                {
                    await Task.Delay(Look, time); // it need not be fast, and its turn comes
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

    private static bool HasEnded(PipeReader body, out long length)
    {
        length = 0;
        try
        {
            if (!body.TryRead(out var read))
            {
                return false;
            }

            length = read.Buffer.Length;
            body.AdvanceTo(read.Buffer.Start);
            return read.IsCompleted;
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            return true; // reset by the sender, or longer than its host allows
        }
    }
}
