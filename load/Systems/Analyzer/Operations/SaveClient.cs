using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Stores;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Operations;

/// <summary>
/// Saves in the service's process, one after another, without the way there: HTTP is paid once in so many. Each save is a sample.
/// </summary>
internal sealed class SaveClient(OperationContext context) : IClient
{
    public const int SavesPerRequest = 50;

    private static readonly Upload Saved = new(new byte[SavesPerRequest], default, default, null!);

    private AnalyzerResponse _response;
    private IReadOnlyList<TimedSpan> _saves = [];

    public void Prepare(long ordinal)
    {
        // The service makes up its reports itself.
    }

    public async Task SendAsync(CancellationToken deadline) =>
        (_response, _saves) = await context.Caller.SaveAsync(SavesPerRequest, deadline);

    public RequestAssessment Check() =>
        new Expected(AnalyzerResponseKind.Counted, Saved).Assess(_response, context.Verdicts) with { Parts = _saves };

    public void Dispose()
    {
        context.Caller.Dispose();
        context.Fresh.Dispose();
    }
}

/// <summary>The lab itself saves; each save of a batch takes as long as the batch.</summary>
internal sealed class RawSaveClient(OperationContext context, IRawStore store) : IClient
{
    private readonly RawBatch _batch = new(store.BatchSize, context.Seed);
    private TimedSpan _save;

    public void Prepare(long ordinal) => _batch.Renew();

    public async Task SendAsync(CancellationToken deadline)
    {
        var started = System.Diagnostics.Stopwatch.GetTimestamp();
        await store.WriteAsync(_batch, deadline);
        _save = TimedSpan.Since(started);
    }

    public RequestAssessment Check() => RequestAssessment.Ok with { Parts = [.. Enumerable.Repeat(_save, store.BatchSize)] };

    public void Dispose()
    {
        context.Caller.Dispose();
        context.Fresh.Dispose();
    }
}
