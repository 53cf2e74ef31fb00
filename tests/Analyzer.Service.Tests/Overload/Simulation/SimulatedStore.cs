using Analyzer.Service.Features.Overload;
using Batching;

namespace Analyzer.Service.Tests.Overload.Simulation;

/// <summary>A store of which each flush takes all saves that wait, as those of the service do.</summary>
/// <param name="processor">Runs whoever waited for a flush.</param>
/// <param name="flush">Takes so long, and no processor.</param>
internal sealed class SimulatedStore(VirtualProcessor processor, TimeSpan flush)
{
    private readonly List<Action> _waiting = [];
    private TimeSpan _hangsUntil;
    private bool _isFlushing;

    /// <summary>What the service's limit hears of it.</summary>
    public StoreQueue Queue { get; } = new(new Nobody(), processor.Time);

    /// <summary>Returns when it is durable.</summary>
    public VirtualProcessor.Step Save() => new(then =>
    {
        _waiting.Add(then);
        FlushUnlessUnderWay();
    });

    /// <summary>No flush that begins now, or later, ends before.</summary>
    public void HangUntil(TimeSpan end) => _hangsUntil = end;

    private void FlushUnlessUnderWay()
    {
        if (_isFlushing || _waiting.Count == 0)
        {
            return;
        }

        _isFlushing = true;
        var (began, batch) = (processor.Now, _waiting.ToList());
        _waiting.Clear();
        Queue.BatchTaken(left: 0);
        processor.At((_hangsUntil > began ? _hangsUntil : began) + flush, () =>
        {
            Queue.BatchCommitted(batch.Count, _waiting.Count, processor.Now - began);
            batch.ForEach(processor.Enqueue);
            _isFlushing = false;
            FlushUnlessUnderWay();
        });
    }

    private sealed class Nobody : IBatchObserver
    {
        public void BatchCommitted(int size, int waiting, TimeSpan elapsed)
        {
        }

        public void BatchFailed(int size, int waiting, TimeSpan elapsed)
        {
        }

        public void WriteRefused()
        {
        }
    }
}
