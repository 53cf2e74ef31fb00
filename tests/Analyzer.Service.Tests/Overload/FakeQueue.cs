using Hosting.Overload;

namespace Analyzer.Service.Tests.Overload;

/// <summary>A queue with the wait that a test wants.</summary>
internal sealed class FakeQueue : IQueueSignal
{
    public TimeSpan? Wait { get; set; }

    public bool TakeIsLong() => Wait > AdaptiveLimit.MaxWait;
}
