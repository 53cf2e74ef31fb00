using System.IO.Pipelines;
using Hosting.Uploads;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Tests.Uploads;

/// <summary>A sender whose file is known sends the rest of it, at a pace, and not for ever.</summary>
public sealed class UnwantedRestTests
{
    [Theory]
    [InlineData(1_000_000, 0, 2_000_000, true)] // at once
    [InlineData(3_000_000, 0, 2_000_000, false)] // more than any file may have
    [InlineData(1_000_000, 0.05, 2_000_000, true)] // 80 KB/s
    [InlineData(20, 1, 2_000_000, false)] // a byte per second
    public async Task Rest_OfEachPaceAndLength_IsReadWithinItsBounds(int length, double secondsARead, long most, bool ends)
    {
        var clock = new Clock();
        var context = new DefaultHttpContext();
        var sender = new Sender(length, length > 20 ? 4096 : 1, clock, TimeSpan.FromSeconds(secondsARead));
        context.Features.Set<IRequestBodyPipeFeature>(new Body(PipeReader.Create(sender)));

        var ended = await new UnwantedRest(context, clock, most).EndsUnlessWaitingAsync().Within();

        ended.ShouldBe(ends);
        sender.Sent.ShouldBeLessThanOrEqualTo(most + 4096);
        clock.Now.ShouldBeLessThan(TimeSpan.FromSeconds(14));
    }

    private sealed class Clock : TimeProvider
    {
        public TimeSpan Now { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Now.Ticks;
    }

    private sealed class Body(PipeReader reader) : IRequestBodyPipeFeature
    {
        public PipeReader Reader => reader;
    }

    private sealed class Sender(int length, int atOnce, Clock clock, TimeSpan pause) : MemoryStream
    {
        public long Sent { get; private set; }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            clock.Now += pause;
            var count = (int)Math.Min(Math.Min(atOnce, buffer.Length), length - Sent);
            Sent += count;
            return ValueTask.FromResult(count);
        }
    }
}
