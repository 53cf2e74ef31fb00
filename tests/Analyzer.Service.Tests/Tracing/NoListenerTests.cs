using Analyzer.Service.Features.Tracing;
using Analyzer.Service.Features.Transport;

namespace Analyzer.Service.Tests.Tracing;

/// <summary>When no other test listens either.</summary>
[Collection(nameof(AloneInTheProcess))]
public sealed class NoListenerTests
{
    [Fact]
    public void EachSpan_NobodyListens_IsNotMadeAndAllocatesNothing()
    {
        Spans.Submit(TransportKind.Grpc).ShouldBeNull();

        Allocation.Of(() =>
        {
            Spans.Submit(TransportKind.Grpc);
            Spans.Find();
            Spans.Receive();
            Spans.Analysed(TimeSpan.Zero);
            Spans.Save();
            Spans.Lookup(TransportKind.RestH1);
            Spans.List(TransportKind.RestH2);
        }).ShouldBe(0);
    }
}
