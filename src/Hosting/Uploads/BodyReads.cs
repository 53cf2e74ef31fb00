using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Hosting.Uploads;

/// <summary>
/// Reads of a request's body that time may end. Kestrel's reader of a body with a Content-Length stays in the middle of a read whose token
/// fires: whoever reads next, Kestrel itself when it drops the rest of the request, is told "Reading is already in progress", which is
/// an Error in the log and the end of the connection. So no token reaches that reader: a read is ended by
/// <see cref="PipeReader.CancelPendingRead"/>, and its result is taken.
/// </summary>
internal static class BodyReads
{
    /// <returns>
    /// What a read gives. Bytes that came at the moment at which the token fired are given like others; the next read throws.
    /// </returns>
    /// <exception cref="OperationCanceledException">The token has fired. No read is under way: anybody may go on to read.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per chunk of a file
    public static async ValueTask<ReadResult> ReadInOrderAsync(this PipeReader reader, CancellationToken cancellationToken)
    {
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var reading = reader.ReadAsync(CancellationToken.None);
            var read = reading.IsCompleted ? await reading : await AwaitAsync(reader, reading, cancellationToken);
            if (!read.IsCanceled || read.IsCompleted || !read.Buffer.IsEmpty)
            {
                return read;
            }

            // Nothing came: the token's doing, or that of an earlier one, which fired when its read had just ended.
            reader.AdvanceTo(read.Buffer.End);
        }
    }

    /// <summary>Reads until there are so many bytes, or no more come.</summary>
    /// <inheritdoc cref="ReadInOrderAsync"/>
    public static async ValueTask<ReadResult> ReadAtLeastInOrderAsync(
        this PipeReader reader, int minimum, CancellationToken cancellationToken)
    {
        while (true)
        {
            var read = await reader.ReadInOrderAsync(cancellationToken);
            if (read.Buffer.Length >= minimum || read.IsCompleted)
            {
                return read;
            }

            reader.AdvanceTo(read.Buffer.Start, read.Buffer.End);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<ReadResult> AwaitAsync(
        PipeReader reader, ValueTask<ReadResult> reading, CancellationToken cancellationToken)
    {
        // Disposing waits for a call under way: none comes after the request.
        using var ending = cancellationToken.UnsafeRegister(static reader => End((PipeReader)reader!), reader);
        return await reading;
    }

    private static void End(PipeReader reader)
    {
        try
        {
            reader.CancelPendingRead();
        }
        catch (Exception gone) when (gone is OperationCanceledException or InvalidOperationException)
        {
            // Kestrel says so of a connection that is gone, and ends the read itself. Thrown here it would reach the timer.
        }
    }
}
