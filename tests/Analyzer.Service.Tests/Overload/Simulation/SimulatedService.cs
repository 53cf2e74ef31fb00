using Analyzer.Service.Features.Overload;
using Analyzer.Service.Features.Submit;
using Hosting.Overload;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Tests.Overload.Simulation;

/// <summary>What a request costs the processor, and its sender.</summary>
internal sealed record SimulatedCosts
{
    /// <summary>A file of 1 MB in pieces of 128 KiB, as on the machine on which the lab found 515 a second.</summary>
    public static SimulatedCosts OfMegabyte { get; } = new();

    /// <summary>Reading a head, and looking the declared digest up.</summary>
    public TimeSpan Head { get; init; } = TimeSpan.FromMicroseconds(50);

    public TimeSpan Refusing { get; init; } = TimeSpan.FromMicroseconds(30);

    public int Pieces { get; init; } = 8;

    public TimeSpan Piece { get; init; } = TimeSpan.FromMicroseconds(220);

    /// <summary>Receiving a piece.</summary>
    public TimeSpan Receive { get; init; } = TimeSpan.FromMicroseconds(30);

    public TimeSpan Answer { get; init; } = TimeSpan.FromMicroseconds(60);

    /// <summary>From what asks for the body to its first piece.</summary>
    public TimeSpan RoundTrip { get; init; } = TimeSpan.FromMilliseconds(1);

    /// <summary>The store's, for all saves that wait.</summary>
    public TimeSpan Flush { get; init; } = TimeSpan.FromMilliseconds(3);

    public TimeSpan Accepted => Head + Pieces * (Piece + Receive) + Answer;

    public TimeSpan Refused => Head + Refusing;

    /// <summary>Uploads a second that one processor can take.</summary>
    public double Capacity => 1 / Accepted.TotalSeconds;
}

/// <summary>The service's own limit and places, on a processor and a store that are simulated, with requests that come evenly.</summary>
internal sealed class SimulatedService
{
    private readonly SimulatedCosts _costs;
    private readonly VirtualProcessor _processor = new();
    private readonly SimulatedStore _store;
    private readonly AnalysisPlaces _places;
    private readonly Admission _admission;
    private int _sent;

    /// <param name="costs">The costs of each request.</param>
    /// <param name="fixedLimit">Null for the limit that moves.</param>
    public SimulatedService(SimulatedCosts costs, int? fixedLimit = null)
    {
        _costs = costs;
        _store = new SimulatedStore(_processor, costs.Flush);
        var pool = new PoolQueueSignal(_processor.Enqueue, () => _processor.Waiting, processors: 1, _processor.Time);
        _places = new AnalysisPlaces(1, _processor.Time, pool);
        var options = new UploadLimits { MaxUploads = fixedLimit ?? 1024 };
        var limit = fixedLimit is not null ? null
            : new AdaptiveLimit(options.MaxUploads, 1, [_places, pool, _store.Queue], _processor.Time);
        _admission = new Admission(Options.Create(options), _processor.Time, limit);
    }

    public List<SimulatedAnswer> Answers { get; } = [];

    /// <summary>Requests come for so long, at so many times the capacity; then nothing new does.</summary>
    /// <param name="factor">Such as 4.</param>
    /// <param name="length">The length of the time in which they come.</param>
    /// <param name="slow">How many of ten take 1.5 s for the body.</param>
    public void Offer(double factor, TimeSpan length, int slow = 0)
    {
        var start = _processor.Now;
        var gap = TimeSpan.FromSeconds(1 / (factor * _costs.Capacity));
        for (var due = TimeSpan.Zero; due < length; due += gap)
        {
            var isSlow = _sent++ % 10 < slow;
            var at = start + due;
            _processor.At(at, () => _processor.Enqueue(new Request(() => _ = SubmitAsync(at, isSlow))));
        }

        _processor.RunUntil(start + length);
    }

    /// <summary>The processor stands still, as for a collection or a neighbour.</summary>
    public void Stall(TimeSpan after, TimeSpan length)
    {
        var at = _processor.Now + after;
        _processor.At(at, () => _processor.Enqueue(new Request(() => _ = StallAsync(length))));
    }

    /// <summary>The store stands still, as for a disk that another process writes to.</summary>
    public void HangStore(TimeSpan after, TimeSpan length)
    {
        var at = _processor.Now + after;
        _processor.At(at, () => _store.HangUntil(at + length));
    }

    private async Task StallAsync(TimeSpan length) => await _processor.Work(length);

    private async Task SubmitAsync(TimeSpan due, bool isSlow)
    {
        await _processor.Work(_costs.Head);
        if (_admission.Enter().IsError(out _, out var permit))
        {
            await _processor.Work(_costs.Refusing);
            Answers.Add(new(due, _processor.Now, IsRefused: true));
            return;
        }

        using (permit)
        {
            await permit.AwaitSenderAsync(ReceiveAsync(_costs.RoundTrip));
            for (var piece = 0; piece < _costs.Pieces; piece++)
            {
                if (isSlow)
                {
                    await permit.AwaitSenderAsync(ReceiveAsync(TimeSpan.FromSeconds(1.5) / _costs.Pieces));
                }

                await _processor.Work(_costs.Receive);
                await _places.EnterAsync(CancellationToken.None);
                await _processor.Work(_costs.Piece);
                _places.Leave();
            }

            await _processor.Work(_costs.Answer);
            await _store.Save();
        }

        Answers.Add(new(due, _processor.Now, IsRefused: false));
    }

    private async ValueTask<int> ReceiveAsync(TimeSpan after)
    {
        await _processor.Wait(after);
        return 0;
    }

    private sealed class Request(Action begin) : IThreadPoolWorkItem
    {
        public void Execute() => begin();
    }
}

/// <param name="Due">When the request came.</param>
internal readonly record struct SimulatedAnswer(TimeSpan Due, TimeSpan At, bool IsRefused)
{
    public TimeSpan Took => At - Due;

    public bool IsGood => !IsRefused && Took <= TimeSpan.FromMilliseconds(250);
}
