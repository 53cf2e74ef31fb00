using System.Buffers;
using System.Diagnostics;
using Analyzer.Engines;
using Analyzer.Service.Features.Submit;

namespace Analyzer.Service.Features.Scanning;

/// <summary>Judges files in this process, with the engines of the service.</summary>
/// <param name="limits">On what is opened inside a file.</param>
/// <param name="password">Opens what is encrypted; null for none.</param>
/// <param name="time">The time in reports.</param>
internal sealed class LocalJudge(PartOptions limits, string? password, TimeProvider time) : IFileJudge
{
    private const int PieceLength = 128 * 1024;

    private readonly FileAnalysis _analysis = new(limits.ToLimits());

    public async Task<JudgedFile> JudgeAsync(Stream file, CancellationToken cancellationToken)
    {
        var piece = ArrayPool<byte>.Shared.Rent(PieceLength);
        var elapsed = 0L;
        try
        {
            _analysis.UsePassword(password);
            for (int length; (length = await file.ReadAsync(piece.AsMemory(0, PieceLength), cancellationToken)) > 0;)
            {
                var started = Stopwatch.GetTimestamp();
                _analysis.Append(piece.AsSpan(0, length));
                elapsed += Stopwatch.GetTimestamp() - started;
            }

            return JudgedFile.Of(_analysis.Complete(time.GetUtcNow(), Stopwatch.GetElapsedTime(0, elapsed)));
        }
        finally
        {
            _analysis.Reset();
            ArrayPool<byte>.Shared.Return(piece);
        }
    }

    public void Dispose() => _analysis.Dispose();
}
