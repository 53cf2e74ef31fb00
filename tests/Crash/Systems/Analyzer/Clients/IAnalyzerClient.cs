using Crash.Faults;

namespace Crash.Systems.Analyzer.Clients;

/// <summary>
/// One way into the analyzer, for a client that keeps what it is told. A report is the bytes of its JSON form over every way, so that the
/// answers of two ways can be compared byte for byte. A failure on the wire is a response, never an exception.
/// </summary>
internal interface IAnalyzerClient : IReadBackClient
{
    Task<Response<byte[]>> SubmitAsync(FileToSend file, CancellationToken cancellationToken);
}

/// <param name="Pieces">The file's bytes, piece by piece; nothing is copied.</param>
/// <param name="Size">Declared before the first piece.</param>
internal sealed record FileToSend(IReadOnlyList<ReadOnlyMemory<byte>> Pieces, long Size);
