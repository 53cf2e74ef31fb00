using System.Buffers;
using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>One upload, whatever framing carries it.</summary>
/// <remarks>
/// Disposing gives the last buffers back. Reading throws <see cref="OperationCanceledException"/> when the token fires, and
/// <see cref="IOException"/> when the client is gone.
/// </remarks>
public interface IUploadBody : IDisposable
{
    /// <summary>Call once, first.</summary>
    ValueTask<Result<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken);

    /// <summary>Asks whether the response may go out before the file is read; if so, it has to.</summary>
    bool TryRespondEarly();

    /// <summary>The file is wanted: tells a sender that waits to know. Call before the first <see cref="ReadAsync"/>.</summary>
    ValueTask ContinueAsync();

    /// <summary>The next bytes, in the buffers they were received in: valid until the next call.</summary>
    ValueTask<UploadChunk> ReadAsync(CancellationToken cancellationToken);
}

/// <summary>The sender's word on the file, before sending it. Never believed: compared with the bytes that come.</summary>
/// <param name="Sha256">64 hex digits, as the sender wrote them; when known, the file is answered from the store, unread.</param>
/// <param name="Length">In bytes.</param>
public readonly record struct UploadDeclaration(string? Sha256, long? Length);

/// <summary>A part of a body: some bytes, its end, or the reason why it cannot be read on.</summary>
public readonly record struct UploadChunk(ReadOnlySequence<byte> Bytes, bool IsEnd, Error? Error)
{
    public static UploadChunk End { get; } = new(default, true, null);

    public static implicit operator UploadChunk(ReadOnlySequence<byte> bytes) => new(bytes, false, null);

    public static implicit operator UploadChunk(Error error) => new(default, true, error);
}
