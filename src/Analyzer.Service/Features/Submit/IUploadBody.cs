using Analyzer.Service.Features.Refusals;

namespace Analyzer.Service.Features.Submit;

/// <summary>One upload, whatever framing carries it.</summary>
/// <remarks>Disposing gives the last buffers back. Reading throws <see cref="OperationCanceledException"/> when the token fires, and <see cref="IOException"/> when the client is gone.</remarks>
internal interface IUploadBody : IDisposable
{
    /// <summary>Call once, first.</summary>
    ValueTask<Outcome<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken);

    /// <summary>Asks whether the answer may go out before the file is read; if so, it has to.</summary>
    bool TryAnswerEarly();

    /// <summary>The file is wanted: tells a sender that waits to know. Call before the first <see cref="ReadAsync"/>.</summary>
    ValueTask InviteAsync();

    /// <summary>The next bytes, in the buffers they were received in: valid until the next call.</summary>
    ValueTask<UploadPiece> ReadAsync(CancellationToken cancellationToken);
}
