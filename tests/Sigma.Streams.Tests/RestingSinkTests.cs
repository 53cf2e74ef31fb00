using System.Text;
using Microsoft.Extensions.DependencyInjection;
using Sigma.Streams.Delivering;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Tests;

/// <summary>A sink that writes now and then gets all that came meanwhile, and not what had come when it wrote last.</summary>
public sealed class RestingSinkTests : IDisposable
{
    private const string Name = "resting";

    private readonly TempDirectory _folder = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Run_BatchesThatComeWhileTheSinkRests_AreOneDelivery()
    {
        var (source, sink) = (new StepSource(), new RestingSink());
        await using var host = await StartAsync(source, sink);
        await (await source.GiveAsync(0)).Within();
        sink.Rest = TimeSpan.FromHours(1);

        Task[] waiting = [await source.GiveAsync(1), await source.GiveAsync(2)];
        await Deadline.UntilAsync(() => source.Queued == 0);
        waiting.ShouldAllBe(delivered => !delivered.IsCompleted);
        sink.Rest = TimeSpan.Zero;
        await Task.WhenAll([.. waiting, await source.GiveAsync(3)]).Within();

        sink.Deliveries[0].ShouldBe([0]);
        sink.Deliveries[1].Take(2).ShouldBe([1, 2]);
    }

    [Fact]
    public async Task Run_BatchThatSomebodyWaitsFor_DoesNotWaitForTheSinksRest()
    {
        var (source, sink) = (new StepSource(), new RestingSink { Rest = TimeSpan.FromHours(1) });
        await using var host = await StartAsync(source, sink);
        var patient = await source.GiveAsync(0);
        await Deadline.UntilAsync(() => source.Queued == 0);

        await (await source.GiveAsync(1, isWaitedFor: true)).Within();

        await patient.Within();
        sink.Deliveries.ShouldHaveSingleItem().ShouldBe([0, 1]);
    }

    [Fact]
    public async Task Take_WhileTheSinkIsAwayAndTheQueueIsFull_WaitsUntilItIsBack()
    {
        var (source, sink) = (new StepSource(), new RestingSink { IsAway = true });
        await using var host = await StartAsync(source, sink, "--Sigma:Limits:MaxQueuedBatches=2");
        List<Task> given = [await source.GiveAsync(0)];
        await Deadline.UntilAsync(() => sink.Attempts > 0); // it left the queue
        given.AddRange([await source.GiveAsync(1), await source.GiveAsync(2)]);

        var further = source.TakeAsync(3);
        var attempts = sink.Attempts;
        await Deadline.UntilAsync(() => sink.Attempts > attempts + 1);
        further.IsCompleted.ShouldBeFalse();
        source.Queued.ShouldBe(2);
        given.ShouldAllBe(delivered => !delivered.IsCompleted);
        sink.IsAway = false;

        await Task.WhenAll([.. given, (await further.Within()).Delivered]).Within();
        sink.Deliveries.SelectMany(offsets => offsets).ShouldBe([0, 1, 2, 3]);
    }

    private async Task<SigmaHost> StartAsync(StepSource source, RestingSink sink, params string[] settings)
    {
        await File.WriteAllTextAsync(
            _folder.Combine("rule.yml"),
            "title: Any\nid: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e0ad\nlogsource: { product: x }\n"
            + "detection: { s: { n|exists: true }, condition: s }\n",
            Cancellation);
        return await SigmaHost.StartAsync(
            _folder,
            services =>
            {
                services.AddSingleton(new SourceName(Name)).AddKeyedSingleton<ISource>(Name, source);
                services.AddSingleton(new SinkName(Name)).AddKeyedSingleton<ISink>(Name, sink);
            },
            ["--rules", _folder.Combine("rule.yml"), "--source", Name, "--sink", Name, .. settings]);
    }

    /// <summary>Gives a batch of one record when the test says so.</summary>
    private sealed class StepSource : ISource
    {
        private readonly TaskCompletionSource<Pipeline> _intake = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public int Queued => _intake.Task.Result.Queued;

        public async Task RunAsync(IIntake intake, CancellationToken cancellationToken)
        {
            _intake.SetResult((Pipeline)intake);
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }

        /// <returns>Ends with its delivery.</returns>
        public async Task<Task> GiveAsync(int offset, bool isWaitedFor = false) =>
            (await TakeAsync(offset, isWaitedFor).Within()).Delivered;

        /// <returns>Ends when there is room for it.</returns>
        public async Task<TakenBatch> TakeAsync(int offset, bool isWaitedFor = false)
        {
            var intake = await _intake.Task.Within();
            StreamRecord[] records = [new(0, offset, Encoding.UTF8.GetBytes($"{{\"n\":{offset}}}"))];
            return await intake.TakeAsync(
                new(Name, records, [new(Name, 0, offset + 1, "") { IsKeptElsewhere = !isWaitedFor }]), Cancellation);
        }
    }

    private sealed class RestingSink : ISink
    {
        private long _restTicks;
        private int _attempts;
        private volatile bool _isAway;

        public TimeSpan Rest
        {
            get => new(Interlocked.Read(ref _restTicks));
            set => Interlocked.Exchange(ref _restTicks, value.Ticks);
        }

        public int Attempts => Volatile.Read(ref _attempts);

        public bool IsAway
        {
            get => _isAway;
            set => _isAway = value;
        }

        /// <summary>The offsets of the alerts of each.</summary>
        public List<long[]> Deliveries { get; } = [];

        public Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken)
        {
            Interlocked.Increment(ref _attempts);
            if (IsAway)
            {
                throw new IOException("It is away.");
            }

            Deliveries.Add([.. delivery.Alerts.Select(alert => alert.Event.Offset)]);
            return Task.FromResult<IReadOnlyList<DeadLetter>>([]);
        }
    }
}
