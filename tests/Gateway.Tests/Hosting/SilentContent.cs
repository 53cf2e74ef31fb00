using System.Net;

namespace Gateway.Tests.Hosting;

/// <summary>An upload that begins, and then says nothing until it is told to end.</summary>
internal sealed class SilentContent(CancellationToken end) : HttpContent
{
    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
    {
        await stream.WriteAsync(new byte[] { 1, 2, 3 }, end);
        await stream.FlushAsync(end);
        await Task.Delay(Timeout.InfiniteTimeSpan, end);
    }

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
