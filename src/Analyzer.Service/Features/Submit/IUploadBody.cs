using Analyzer.Service.Features.Refusals;

namespace Analyzer.Service.Features.Submit;

/// <summary>One upload, whatever framing carries it.</summary>
/// <remarks>Disposing gives the last buffers back. Both methods throw <see cref="OperationCanceledException"/> when the token fires, and <see cref="IOException"/> when the client is gone.</remarks>
internal interface IUploadBody : IDisposable
{
    /// <summary>Call once, first.</summary>
    ValueTask<Outcome<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken);

    /// <summary>The next bytes, in the buffers they were received in: valid until the next call.</summary>
    ValueTask<UploadPiece> ReadAsync(CancellationToken cancellationToken);
}
