using Microsoft.Extensions.DependencyInjection;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Tests;

/// <summary>A sink that keeps positions is the last: after it nothing is read again.</summary>
public sealed class SinkOrderTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    private string DeadLetters => _folder.Combine("data", "dead-letters.ndjson");

    public SinkOrderTests() => File.WriteAllText(
        _folder.Combine("rule.yml"), "title: Any\nlogsource: { product: x }\ndetection: { s: { n|exists: true }, condition: s }\n");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Deliver_WhileAnotherSinkIsAway_KeepsNoPositions()
    {
        var (attempts, isAway, kept) = (0, true, 0);
        var keeper = new Sink(_ => Interlocked.Increment(ref kept)) { KeepsPositions = true };
        var other = new Sink(_ =>
        {
            Interlocked.Increment(ref attempts);
            return Volatile.Read(ref isAway) ? throw new IOException("It is away.") : 0;
        });
        await using var host = await StartAsync(keeper, other);

        var post = host.PostAsync("{\"n\":1}\n");
        await Deadline.UntilAsync(() => Volatile.Read(ref attempts) >= 2);
        Volatile.Read(ref kept).ShouldBe(0);
        Volatile.Write(ref isAway, false);

        (await post).Status.ShouldBe(200);
        kept.ShouldBe(1);
    }

    [Fact]
    public async Task Deliver_WithDeadLettersAndRefusals_WritesThemBeforePositionsAreKept()
    {
        string[] written = [];
        var keeper = new Sink(_ => (written = File.Exists(DeadLetters) ? File.ReadAllLines(DeadLetters) : []).Length)
        {
            KeepsPositions = true,
        };
        var other = new Sink(_ => 0) { Refuses = true };
        await using var host = await StartAsync(keeper, other);

        var (status, answer) = await host.PostAsync("broken\n{\"n\":1}\n");

        (status, (int)answer["dead"]!).ShouldBe((200, 1));
        written.Length.ShouldBe(2);
    }

    private Task<SigmaHost> StartAsync(Sink keeper, Sink other) => SigmaHost.StartAsync(
        _folder,
        services =>
        {
            services.AddSingleton(new SinkName("keeper")).AddKeyedSingleton<ISink>("keeper", keeper);
            services.AddSingleton(new SinkName("other")).AddKeyedSingleton<ISink>("other", other);
        },
        "--rules", _folder.Combine("rule.yml"), "--sink", "keeper", "other");

    private sealed class Sink(Func<Delivery, int> write) : ISink
    {
        public bool KeepsPositions { get; init; }

        public bool Refuses { get; init; }

        public Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken)
        {
            write(delivery);
            return Task.FromResult<IReadOnlyList<DeadLetter>>(
                [.. delivery.Alerts.Where(_ => Refuses).Select(alert => new DeadLetter(
                    "other", alert.Event.Partition, alert.Event.Offset, "refused", "It was refused.", DateTimeOffset.UnixEpoch, default))]);
        }
    }
}
