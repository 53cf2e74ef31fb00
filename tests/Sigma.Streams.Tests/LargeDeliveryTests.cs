using Hosting.Settings;
using Microsoft.Extensions.Options;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;
using Sigma.Streams.Settings;
using Sigma.Streams.Sinks;

namespace Sigma.Streams.Tests;

/// <summary>What writes lines holds a piece of a delivery at a time: all of it may be more than memory holds.</summary>
public sealed class LargeDeliveryTests : IDisposable
{
    private const int Lines = 64;
    private const int LineBytes = 1 << 20;
    private const int Bound = Lines * LineBytes / 2;

    private readonly TempDirectory _folder = new();
    private readonly Delivery _delivery;

    public LargeDeliveryTests()
    {
        var record = new byte[LineBytes];
        record.AsSpan().Fill((byte)'7');
        _delivery = new(
            [.. Enumerable.Range(0, Lines).Select(n => new Alert(
                "rule", "Any", "high", new("source", 0, n), DateTimeOffset.UnixEpoch, [], []) { Record = record })],
            [.. Enumerable.Range(0, Lines).Select(n => new DeadLetter(
                "source", 0, n, "malformed", "It is no JSON.", DateTimeOffset.UnixEpoch, record))],
            [], []);
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void File_LargeDelivery_HoldsAPieceOfItAtATime()
    {
        var sink = new FileSink(Options.Create(new FileSettings { Output = _folder.Combine("alerts") }));

        AllocatedBy(() => sink.WriteAsync(_delivery, Cancellation)).ShouldBeLessThan(Bound);

        File.ReadLines(_folder.Combine("alerts")).Count(line => line.EndsWith('}')).ShouldBe(Lines);
    }

    [Fact]
    public void DeadLetters_LargeDelivery_HoldsAPieceOfItAtATime()
    {
        var sink = new DeadLetterFile(
            Options.Create(new SigmaOptions { DataDirectory = _folder.Path }),
            Options.Create(new SigmaLimits { MaxDeadLetterBytes = 1 << 30 }));

        AllocatedBy(() => sink.WriteAsync(_delivery, Cancellation)).ShouldBeLessThan(Bound);

        File.ReadLines(_folder.Combine("dead-letters.ndjson")).Count().ShouldBe(Lines);
    }

    [Fact]
    public async Task Console_LargeDelivery_IsWrittenInPieces()
    {
        using var output = new Pieces();
        using var sink = new ConsoleSink(Options.Create(new HostSettings { LogFormat = HostSettings.Json })) { Output = output };

        await sink.WriteAsync(_delivery, Cancellation);

        output.Lines.ShouldBe(Lines);
        output.Longest.ShouldBeLessThan(Bound);
    }

    private static long AllocatedBy(Func<Task> write)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        write().IsCompletedSuccessfully.ShouldBeTrue();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    /// <summary>Counts what is written, and keeps nothing.</summary>
    private sealed class Pieces : MemoryStream
    {
        public int Lines { get; private set; }

        public int Longest { get; private set; }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Lines += buffer.Span.Count((byte)'\n');
            Longest = Math.Max(Longest, buffer.Length);
            return default;
        }
    }
}
