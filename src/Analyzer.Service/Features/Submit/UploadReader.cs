using System.Diagnostics;
using Analyzer.Engines;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Tracing;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Submit;

/// <summary>Takes a body through the analysis piece by piece, in the buffers it came in, under the clock and the limits.</summary>
internal sealed class UploadReader(IOptions<UploadLimits> options, AnalyzerMetrics metrics)
{
    private readonly UploadLimits _limits = options.Value;

    public static async ValueTask<Outcome<UploadDeclaration>> OpenAsync(IUploadBody body, UploadClock clock)
    {
        try
        {
            clock.Arm(received: 0);
            return await body.OpenAsync(clock.Token);
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            return clock.Reason(gone);
        }
    }

    /// <returns>Time spent in the analysis, without waiting for bytes.</returns>
    public async ValueTask<Outcome<TimeSpan>> ReadAsync(IUploadBody body, FileAnalysis analysis, Admission.Place place, UploadClock clock)
    {
        using var span = Spans.Receive();
        var elapsed = 0L;
        while (true)
        {
            UploadPiece piece;
            try
            {
                clock.Arm(analysis.Size);
                piece = await body.ReadAsync(clock.Token);
            }
            catch (Exception gone) when (gone is OperationCanceledException or IOException)
            {
                return clock.Reason(gone);
            }

            if (piece.Refusal is { } refusal)
            {
                return refusal;
            }

            if (piece.IsEnd)
            {
                var analysing = Stopwatch.GetElapsedTime(0, elapsed);
                Spans.Analysed(analysing);
                return analysing;
            }

            var received = analysis.Size + piece.Bytes.Length;
            if (received > _limits.MaxFileBytes)
            {
                return Refusal.TooLarge(_limits.MaxFileBytes);
            }

            if (place.Grow(received) is { } busy)
            {
                return busy;
            }

            var started = Stopwatch.GetTimestamp();
            foreach (var segment in piece.Bytes)
            {
                analysis.Append(segment.Span);
            }

            elapsed += Stopwatch.GetTimestamp() - started;
            metrics.BytesReceived(piece.Bytes.Length);
        }
    }
}
