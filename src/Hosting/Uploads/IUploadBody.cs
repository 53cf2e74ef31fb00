using System.Buffers;
using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>One upload, in any framing.</summary>
/// <remarks>
/// Disposing returns the last buffers. Reading throws <see cref="OperationCanceledException"/> when the token fires, and <see
/// cref="IOException"/> when the client is gone.
/// </remarks>
public interface IUploadBody : IDisposable
{
    /// <summary>The password that was sent with the file, final when the first bytes of the file have come; null for none.</summary>
    string? Password { get; }

    /// <summary>Whether a password was sent, or may still come before the file; known when the upload is open.</summary>
    bool MayHavePassword { get; }

    /// <summary>The window that it shares with other uploads; null if it shares none.</summary>
    ConnectionWindow? Window => null;

    /// <summary>Call it first, and once.</summary>
    ValueTask<Result<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken);

    /// <summary>The response comes before the file is read: the rest of it is dropped.</summary>
    void RespondEarly();

    /// <summary>Tells a sender that waits for it to send the file. Call it before the first <see cref="ReadAsync"/>.</summary>
    ValueTask ContinueAsync();

    /// <summary>The next bytes, in the buffers that received them: valid until the next call.</summary>
    ValueTask<UploadChunk> ReadAsync(CancellationToken cancellationToken);
}

/// <summary>The sender's description of the file. It is not trusted, but compared with the received bytes.</summary>
/// <param name="Sha256">64 hex digits, as the sender wrote them; a known file is answered from the store, without reading it.</param>
/// <param name="Length">In bytes.</param>
public readonly record struct UploadDeclaration(string? Sha256, long? Length);

/// <summary>A part of a body: some bytes, its end, or the reason why it cannot be read further.</summary>
public readonly record struct UploadChunk(ReadOnlySequence<byte> Bytes, bool IsEnd, Error? Error)
{
    public static UploadChunk End { get; } = new(default, true, null);

    public static implicit operator UploadChunk(ReadOnlySequence<byte> bytes) => new(bytes, false, null);

    public static implicit operator UploadChunk(Error error) => new(default, true, error);
}
