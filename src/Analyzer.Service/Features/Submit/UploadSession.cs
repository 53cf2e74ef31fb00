using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Analyzer.Contract;
using Analyzer.Core;
using Analyzer.Engines;
using Analyzer.Service.Features.Errors;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Overload;
using Analyzer.Service.Features.Tracing;
using Hosting.Errors;
using Hosting.Listeners;
using Hosting.Uploads;

namespace Analyzer.Service.Features.Submit;

/// <summary>
/// One upload: its body, its clock, its permit and its limits. The body goes through the analysis piece by piece, in the buffers that
/// received it. Call the methods in order; disposing returns the permit.
/// </summary>
/// <param name="body">Belongs to the caller.</param>
/// <param name="admission">Gives the permit, and knows the limits.</param>
/// <param name="time">Runs the clock.</param>
/// <param name="client">The client's name, if its share is limited; otherwise null.</param>
/// <param name="gone">Fires when the client goes away.</param>
internal sealed class UploadSession(
    IUploadBody body, Admission admission, TimeProvider time, string? client, CancellationToken gone) : IDisposable
{
    /// <summary>
    /// The bytes per turn of a place, some hundred microseconds' work. Everything that has arrived would be four times that: others would
    /// wait for it, and a short queue would look like a long one. Half of it would make twice as many waits per upload, each half as long:
    /// twice as many uploads would then share the places at the limit, and all would be late.
    /// </summary>
    private const int MaxPiece = 2 * BlockPool.BlockSize;

    private readonly UploadLimits _limits = admission.Limits;
    private readonly UploadClock _clock = new(admission.Limits.Pace, time, gone, body.Window);
    private UploadDeclaration _declaration;
    private Admission.Permit? _permit;

    /// <summary>The SHA-256 that the sender declares; null when it declares none.</summary>
    public FileId? DeclaredId { get; private set; }

    /// <summary>Whether a password was sent, or may still come before the file.</summary>
    public bool MayHavePassword => body.MayHavePassword;

    /// <summary>Reads what the sender declares.</summary>
    public async ValueTask<Error?> OpenAsync()
    {
        Result<UploadDeclaration> opened;
        try
        {
            _clock.Arm(received: 0);
            opened = await body.OpenAsync(_clock.Token);
            _clock.Stop();
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            return _clock.Reason(gone);
        }

        if (opened.IsError(out var error, out _declaration))
        {
            return error;
        }

        if (_declaration.Length > _limits.MaxFileBytes)
        {
            return AnalyzerErrors.TooLarge(_limits.MaxFileBytes);
        }

        if (_declaration.Sha256 is { } hex)
        {
            if (!FileId.TryParse(hex, out var id))
            {
                return AnalyzerErrors.NotAnId;
            }

            DeclaredId = id;
        }

        return null;
    }

    /// <inheritdoc cref="IUploadBody.RespondEarly"/>
    public void RespondEarly() => body.RespondEarly();

    /// <summary>Takes a permit, before any of the file is asked for.</summary>
    public Error? Enter()
    {
        if (!admission.Enter(client).IsError(out var busy, out _permit))
        {
            return null;
        }

        body.RespondEarly();
        return busy;
    }

    /// <summary>Sends the body through the analysis.</summary>
    /// <returns>Time spent in the analysis, without waiting for bytes or for a place.</returns>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<Result<TimeSpan>> ReceiveAsync(FileAnalysis analysis, AnalysisPlaces places, AnalyzerMetrics metrics)
    {
        await body.ContinueAsync();
        using var span = Spans.Receive();
        var elapsed = 0L;
        while (true)
        {
            UploadChunk chunk;
            try
            {
                _clock.Arm(analysis.Size);
                var reading = body.ReadAsync(_clock.Token);
                chunk = reading.IsCompleted ? await reading : await _permit!.AwaitSenderAsync(reading);
                _clock.Stop();
            }
            catch (Exception gone) when (gone is OperationCanceledException or IOException)
            {
                return _clock.Reason(gone);
            }

            if (chunk.Error is { } error)
            {
                return error;
            }

            if (chunk.IsEnd)
            {
                var analysing = Stopwatch.GetElapsedTime(0, elapsed);
                Spans.Analysed(analysing, time.GetUtcNow());
                return analysing;
            }

            var received = analysis.Size + chunk.Bytes.Length;
            if (received > _limits.MaxFileBytes)
            {
                return AnalyzerErrors.TooLarge(_limits.MaxFileBytes);
            }

            if (_permit!.Grow(received) is { } busy)
            {
                return busy;
            }

            if (analysis.Size == 0)
            {
                analysis.UsePassword(body.Password);
            }

            for (var rest = chunk.Bytes; !rest.IsEmpty;)
            {
                var piece = rest.Slice(0, Math.Min(rest.Length, MaxPiece));
                rest = rest.Slice(piece.End);
                metrics.PieceWaited(await EnterAsync(places));
                elapsed += Analyze(analysis, piece, places);
            }

            metrics.BytesReceived(chunk.Bytes.Length);
        }
    }

    /// <summary>While a piece waits for its place, nothing more of the upload is read.</summary>
    private ValueTask<TimeSpan> EnterAsync(AnalysisPlaces places)
    {
        var entering = places.EnterAsync(gone);
        return entering.IsCompleted || _clock.Window is not { } shared ? entering : AwaitAsync(shared, entering);

        static async ValueTask<TimeSpan> AwaitAsync(ConnectionWindow window, ValueTask<TimeSpan> entering)
        {
            window.Hold();
            try
            {
                return await entering;
            }
            finally
            {
                window.Resume();
            }
        }
    }

    /// <summary>Analyses a piece, and leaves the place.</summary>
    /// <returns>Ticks of the <see cref="Stopwatch"/>.</returns>
    private static long Analyze(FileAnalysis analysis, in ReadOnlySequence<byte> piece, AnalysisPlaces places)
    {
        var started = Stopwatch.GetTimestamp();
        try
        {
            foreach (var segment in piece)
            {
                analysis.Append(segment.Span);
            }
        }
        finally
        {
            places.Leave();
        }

        return Stopwatch.GetTimestamp() - started;
    }

    /// <summary>Compares the received file with the declaration.</summary>
    public Error? Mismatch(AnalysisReport report)
    {
        if (report.Size == 0)
        {
            return new Error(ErrorKinds.EmptyFile, "No byte came. Send the file as the request body.");
        }

        if (_declaration.Length is { } length && length != report.Size)
        {
            return new Error(
                ErrorKinds.LengthMismatch,
                $"{length} bytes were declared, but {report.Size} arrived. Send the whole file, with its true size.");
        }

        return DeclaredId is { } id && id != report.Sha256
            ? new Error(
                ErrorKinds.DigestMismatch,
                $"The declared SHA-256 is {id}, but that of the file is {report.Sha256}. Send the right file, or the right digest.")
            : null;
    }

    public void Dispose()
    {
        _permit?.Dispose();
        _clock.Dispose();
    }
}
