using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Hosting.Uploads;

/// <summary>
/// Reads a request's body in a way that a token can end safely. If a token cancels Kestrel's reader of a body with a Content-Length, that
/// reader stays in the middle of a read: the next reader (Kestrel itself, when it drops the rest of the request) gets "Reading is already
/// in progress", which is logged as an error and ends the connection. So that reader gets no token: <see
/// cref="PipeReader.CancelPendingRead"/> ends a read, and its result is consumed.
/// </summary>
public static class BodyReads
{
    /// <returns>
    /// The result of the read. If bytes arrive just when the token fires, they are returned, and the next read throws.
    /// </returns>
    /// <exception cref="OperationCanceledException">The token has fired. No read is pending, so others may read on.</exception>
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

            // Nothing arrived: this token ended the read, or an earlier one did that fired when its read had just ended.
            reader.AdvanceTo(read.Buffer.End);
        }
    }

    /// <summary>Reads until there are at least so many bytes, or the body ends.</summary>
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
        // Disposing waits for a running callback, so that none comes after the request.
        using var ending = cancellationToken.UnsafeRegister(static reader => End((PipeReader)reader!), reader);
        return await reading;
    }

    private static void End(PipeReader reader)
    {
        try
        {
            reader.CancelPendingRead();
        }
        catch (Exception)
        {
            // Kestrel throws here whatever ended the stream, which the read ends with too. Thrown on from here it would reach the timer
            // whose token this is, and end the process.
        }
    }
}
