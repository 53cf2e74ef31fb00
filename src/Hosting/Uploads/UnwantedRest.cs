using Hosting.Errors;
using Hosting.Overload;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Uploads;

/// <summary>The rest of a body that nobody wants is read and dropped.</summary>
/// <param name="context">Its request.</param>
/// <param name="time">Bounds it.</param>
/// <param name="most">The most bytes that are read of a file that is known. A refused one may be too long, and has little time.</param>
internal sealed class UnwantedRest(HttpContext context, TimeProvider time, long most)
{
    /// <summary>
    /// A sender that sends nothing for so long from the start waits for its answer; one over gRPC also when it has sent something, because
    /// its first message may be all that it sends before it is asked for more.
    /// </summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    /// <summary>
    /// The longest silence of a sender; and the time to end its stream for one that has its answer, with a second for Kestrel's timer more
    /// than the five that it tracks a reset stream.
    /// </summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(6);

    private static readonly UploadPace Pace = UploadPace.Default;

    private bool _hasSent;

    private bool IsRefused => context.Request.IsGrpc()
        ? context.Features.Get<IHttpResponseTrailersFeature>()?.Trailers.GrpcStatus.ToString() != "0"
        : context.Response.StatusCode >= StatusCodes.Status400BadRequest;

    /// <summary>Looks without waiting, and reads nothing.</summary>
    /// <param name="context">The request.</param>
    /// <param name="hasCome">Whether some of the body has come that nobody has read.</param>
    /// <returns>Whether the sender has ended the stream, or it cannot be read.</returns>
    public static bool HasEnded(HttpContext context, out bool hasCome)
    {
        hasCome = false;
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

            hasCome = !read.Buffer.IsEmpty;
            body.AdvanceTo(read.Buffer.Start);
            return read.IsCompleted;
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException or InvalidOperationException)
        {
            return true; // reset by the sender, longer than its host allows, or text of gRPC-Web that is not base64
        }
    }

    /// <summary>
    /// Reads until the sender ends the stream, if it sends at all. One whose file is known may send as long as one whose file is not.
    /// </summary>
    /// <returns>Whether it has ended the stream.</returns>
    public Task<bool> EndsUnlessWaitingAsync() => IsRefused
        ? ReadAsync(Pause, Pace.MinDataRateGrace, long.MaxValue) : ReadAsync(Pause, Pace.TotalTimeout, most);

    /// <summary>Reads until the sender ends the stream, as long as patience lasts.</summary>
    public Task EndsAsync() => ReadAsync(Patience, Patience, long.MaxValue);

    /// <param name="first">How long to wait for the first bytes.</param>
    /// <param name="longest">How long to read. A slow sender has less time: it has to keep the pace of an upload.</param>
    /// <param name="bytes">How much to read.</param>
    private async Task<bool> ReadAsync(TimeSpan first, TimeSpan longest, long bytes)
    {
        var received = 0L;
        using var silence = new UnstarvedTimer(time); // bytes that this host has not read are no silence
        var body = context.Request.BodyReader;
        var began = time.GetTimestamp();
        try
        {
            while (received <= bytes)
            {
                var paced = Pace.MinDataRateGrace + TimeSpan.FromSeconds((double)received / Pace.MinDataRate);
                var left = (paced < longest ? paced : longest) - time.GetElapsedTime(began);
                if (left <= TimeSpan.Zero)
                {
                    return false;
                }

                var wait = _hasSent && !context.Request.IsGrpc() ? Patience : first;
                silence.Begin(wait, left);
                var read = await body.ReadInOrderAsync(silence.Token);
                received += read.Buffer.Length;
                _hasSent |= !read.Buffer.IsEmpty;
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
        catch (Exception gone) when (gone is OperationCanceledException or IOException or InvalidOperationException)
        {
            return true; // reset by the sender, or not base64
        }
    }
}
