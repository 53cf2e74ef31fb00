using Analyzer.Service.Features.Tracing;

namespace Analyzer.Service.Tests.Tracing;

/// <summary>When no other test listens either.</summary>
[Collection(nameof(AloneInTheProcess))]
public sealed class NoListenerTests
{
    [Fact]
    public void EachSpan_NobodyListens_IsNotMadeAndAllocatesNothing()
    {
        Spans.Find().ShouldBeNull();
        var now = TimeProvider.System.GetUtcNow();

        Allocation.Of(() =>
        {
            Spans.Find();
            Spans.Receive();
            Spans.Analysed(TimeSpan.Zero, now);
            Spans.Save();
        }).ShouldBe(0);
    }
}
