using Analyzer.Contract;
using Gateway.Features.Backends;
using Gateway.Features.Metrics;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Hosting.Errors;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace Gateway.Tests.Backends;

public sealed class BackendPoolTests : IDisposable
{
    private static readonly BackendState Good = new(Alive: true, Serving: true, RendersJson: true, "good", "one");

    private readonly ManualTime _time = new();
    private readonly BackendPool _pool;

    public BackendPoolTests()
    {
        var metrics = new GatewayMetrics(Prometheus.Metrics.NewCustomRegistry());
        var options = Options.Create(new GatewayOptions());
        _pool = new BackendPool(_ => new IdleUpstream(), options, metrics, _time, NullLogger<BackendPool>.Instance);
    }

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void Take_NothingInFlight_TakesEachInTurn()
    {
        Add(3);

        var taken = Enumerable.Range(0, 9).Select(_ => TakeAndReturn()).ToList();

        taken.CountBy(address => address).Select(counted => counted.Value).ShouldBe([3, 3, 3]);
    }

    [Fact]
    public void Take_OneIsBusier_TakesTheOthers()
    {
        Add(3);
        using var first = Take();
        using var second = Take();
        using var third = Take();

        first.Backend.Address.ShouldNotBe(second.Backend.Address);
        new[] { first, second, third }.Select(lease => lease.Backend).Distinct().Count().ShouldBe(3);

        second.Dispose();
        using var fourth = Take();
        fourth.Backend.ShouldBe(second.Backend);
    }

    [Fact]
    public void Take_OnlyOneServes_TakesThatOne()
    {
        Add(3);
        _pool.Backends[0].State = Good with { Serving = false };
        _pool.Backends[2].State = Good with { Alive = false, Serving = false };

        Enumerable.Range(0, 5).Select(_ => TakeAndReturn()).ShouldAllBe(address => address == _pool.Backends[1].Address);
    }

    [Fact]
    public void Take_NoneServesButOneAnswers_TakesItForItsOwnWords()
    {
        Add(2);
        _pool.Backends[0].State = Good with { Serving = false };
        _pool.Backends[1].State = Good with { Alive = false, Serving = false };

        TakeAndReturn().ShouldBe(_pool.Backends[0].Address);
    }

    [Fact]
    public void Take_NoneAlive_IsNoBackend()
    {
        Add(2);
        foreach (var backend in _pool.Backends)
        {
            backend.State = BackendState.Unknown;
        }

        Refused(CallKind.Question).Kind.Slug.ShouldBe("no-backend");
    }

    [Fact]
    public void Take_ForRest_LeavesOutWhatRendersNoJson()
    {
        Add(2);
        _pool.Backends[0].State = Good with { RendersJson = false };

        Enumerable.Range(0, 5).Select(_ => TakeAndReturn()).ShouldAllBe(address => address == _pool.Backends[1].Address);
    }

    [Fact]
    public void Take_OneIsFull_OthersComeFirstForASecond()
    {
        Add(2);
        _pool.Backends[0].BudgetOf(CallKind.Upload).Refused(Busy(3));

        Enumerable.Range(0, 4).Select(_ => TakeAndReturn(CallKind.Upload)).ShouldAllBe(address => address == _pool.Backends[1].Address);
        Enumerable.Range(0, 4).Select(_ => TakeAndReturn(CallKind.Question)).Distinct().Count().ShouldBe(2);

        _time.Advance(1.1);
        Enumerable.Range(0, 4).Select(_ => TakeAndReturn(CallKind.Upload)).Distinct().Count().ShouldBe(2);
    }

    [Fact]
    public void Take_AllAreFull_IsRefusedWithTheShortestWait()
    {
        Add(2);
        Overload(_pool.Backends[0], Busy(3));
        Overload(_pool.Backends[1], Busy(1));

        var refused = RefusedAmong(100);

        refused.Count.ShouldBe(100);
        refused.ShouldAllBe(error => error.Kind == ErrorKinds.Busy);
        refused.ShouldAllBe(error => error.RetryAfter >= TimeSpan.FromSeconds(1) && error.RetryAfter < TimeSpan.FromSeconds(2));
        refused.Select(error => error.RetryAfter).Distinct().Count().ShouldBeGreaterThan(1, "they are not to return together");
    }

    [Theory]
    [InlineData("ejected")]
    [InlineData("not serving")]
    public void Take_OneIsFullAndTheOtherIsWorseOff_IsRefusedInTheWordsOfTheFull(string other)
    {
        Add(2);
        Overload(_pool.Backends[0], Busy(3));
        WorseOff(_pool.Backends[1], other);

        var refused = RefusedAmong(100);

        refused.Count.ShouldBe(100);
        refused.ShouldAllBe(error => error.Kind == ErrorKinds.Busy);
        TakeAndReturn(CallKind.Question).ShouldBe(_pool.Backends[0].Address);

        _time.Advance(RefusalBudget.Max / RefusalBudget.EarnedPerSecond);
        Enumerable.Range(0, 20).Select(_ => TakeAndReturn(CallKind.Upload)).ShouldAllBe(address => address == _pool.Backends[0].Address);
    }

    [Theory]
    [InlineData("ejected")]
    [InlineData("not serving")]
    public void Take_HealthyOneIsAskedForAndTheOtherIsWorseOff_IsNoBackend(string other)
    {
        Add(2);
        var (tried, left) = (_pool.Backends[0], _pool.Backends[1]);
        WorseOff(left, other);

        _pool.Take(CallKind.Question, json: true, healthy: true, tried).IsError(out var error, out _).ShouldBeTrue();
        error!.Kind.Slug.ShouldBe("no-backend");

        _pool.Take(CallKind.Question, json: true, healthy: false, tried).IsError(out _, out var lease).ShouldBeFalse();
        lease!.Backend.ShouldBe(left);
        lease.Dispose();
    }

    [Fact]
    public void Broke_FiveTimesInARow_EjectsForTenSecondsThenTwenty()
    {
        Add(2);
        Break(_pool.Backends[0], 5);

        _pool.Backends[0].Outliers.IsEjected.ShouldBeTrue();
        Enumerable.Range(0, 5).Select(_ => TakeAndReturn()).ShouldAllBe(address => address == _pool.Backends[1].Address);
        _time.Advance(10.1);
        _pool.Backends[0].Outliers.IsEjected.ShouldBeFalse();

        Break(_pool.Backends[0], 5);
        _time.Advance(19.9);
        _pool.Backends[0].Outliers.IsEjected.ShouldBeTrue();
        _time.Advance(0.2);
        _pool.Backends[0].Outliers.IsEjected.ShouldBeFalse();
    }

    /// <summary>After ejections of 10 and 20 s, the next is of 30 s; of 20 s after 20 good seconds; of 10 s after 40.</summary>
    [Theory]
    [InlineData(19, 30)]
    [InlineData(21, 20)]
    [InlineData(41, 10)]
    [InlineData(1000, 10)]
    public void Broke_AfterAQuietTime_EjectsForLessLong(double quiet, double seconds)
    {
        Add(2);
        Break(_pool.Backends[0], 5);
        _time.Advance(10);
        Break(_pool.Backends[0], 5);
        _time.Advance(20 + quiet);

        Break(_pool.Backends[0], 5);

        _time.Advance(seconds - 0.1);
        _pool.Backends[0].Outliers.IsEjected.ShouldBeTrue();
        _time.Advance(0.2);
        _pool.Backends[0].Outliers.IsEjected.ShouldBeFalse();
    }

    [Theory]
    [InlineData(0, 2)]
    [InlineData(5, 7)]
    [InlineData(10, 11)]
    public void Take_OneHasComeBack_GetsATenthAtFirstAndItsWholeShareInTheEnd(double seconds, int taken)
    {
        Add(2);
        var back = _pool.Backends[0];
        back.State = Good with { Serving = false };
        back.State = Good;
        _time.Advance(seconds);

        TakenOf(back, 22).ShouldBe(taken);
    }

    /// <summary>A backend that restarts breaks a few calls; it is another one when it is back.</summary>
    [Fact]
    public void State_OneThatWasEjectedHasComeBack_EndsItsEjection()
    {
        Add(2);
        var back = _pool.Backends[0];
        Break(back, 5);
        back.State = Good with { Serving = false };
        back.Outliers.IsEjected.ShouldBeTrue();

        back.State = Good;

        back.Outliers.IsEjected.ShouldBeFalse();
        _time.Advance(10);
        TakenOf(back, 22).ShouldBe(11);
    }

    [Fact]
    public void Take_OneWasEjected_GetsATenthWhenItComesBack()
    {
        Add(2);
        var back = _pool.Backends[0];
        Break(back, 5);
        _time.Advance(10);

        TakenOf(back, 22).ShouldBe(2);
        _time.Advance(10);
        TakenOf(back, 22).ShouldBe(11);
    }

    [Fact]
    public void Broke_AnAnswerBetween_EjectsNobody()
    {
        Add(2);
        Break(_pool.Backends[0], 4);
        new BackendLease(_pool, _pool.Backends[0], CallKind.Question).Answered(failed: false, pushback: null);
        Break(_pool.Backends[0], 4);

        _pool.Backends[0].Outliers.IsEjected.ShouldBeFalse();
    }

    [Theory]
    [InlineData(1, 0)]
    [InlineData(2, 1)]
    [InlineData(3, 1)]
    [InlineData(5, 2)]
    public void Broke_AllOfThem_EjectsNeverMoreThanHalf(int count, int ejected)
    {
        Add(count);
        foreach (var backend in _pool.Backends)
        {
            Break(backend, 50);
        }

        _pool.Backends.Count(backend => backend.Outliers.IsEjected).ShouldBe(ejected);
    }

    [Theory]
    [InlineData(12, 20, 0, true)]
    [InlineData(9, 20, 0, false)] // less than half of them
    [InlineData(12, 19, 0, false)] // too few to tell
    [InlineData(12, 20, 8, false)] // the others fail too
    public void Answered_FailuresOfMany_EjectsWhenTheOthersAreBetter(int failures, int calls, int othersOfTwenty, bool ejected)
    {
        Add(2);
        Answer(_pool.Backends[1], 20, othersOfTwenty);
        Answer(_pool.Backends[0], calls, failures);

        _pool.Backends[0].Outliers.IsEjected.ShouldBe(ejected);
    }

    [Fact]
    public void Update_OneGone_DrainsAndThenCloses()
    {
        Add(2);
        using var lease = Take();
        var taken = lease.Backend;

        _pool.Update([.. _pool.Backends.Where(backend => backend != taken).Select(backend => backend.Address)]);
        Enumerable.Range(0, 5).Select(_ => TakeAndReturn()).ShouldAllBe(address => address != taken.Address);
        ((IdleUpstream)taken.Upstream).IsClosed.ShouldBeFalse();

        lease.Dispose();
        ((IdleUpstream)taken.Upstream).IsClosed.ShouldBeTrue();
    }

    [Fact]
    public void TryClaimStore_AnotherThanTheOthersHave_IsRefused()
    {
        Add(2);
        _pool.Backends[1].State = Good with { Alive = false, Serving = false }; // away, and may come back

        _pool.TryClaimStore(_pool.Backends[0], "two").ShouldBeFalse();
        _pool.TryClaimStore(_pool.Backends[0], "one").ShouldBeTrue();
    }

    [Fact]
    public void TryClaimStore_BothAreNew_IsOneBackendsOnly()
    {
        Add(2);
        foreach (var backend in _pool.Backends)
        {
            backend.State = BackendState.Unknown;
        }

        _pool.TryClaimStore(_pool.Backends[0], "one").ShouldBeTrue();
        _pool.TryClaimStore(_pool.Backends[1], "two").ShouldBeFalse();

        _pool.Backends[0].State = BackendState.Unknown; // it tells none any more
        _pool.TryClaimStore(_pool.Backends[1], "two").ShouldBeTrue();
    }

    [Fact]
    public void TryClaimStore_TheOtherIsRemoved_IsGranted()
    {
        Add(2);

        _pool.Update([_pool.Backends[1].Address]);

        _pool.TryClaimStore(_pool.Backends[0], "two").ShouldBeTrue();
    }

    [Fact]
    public void TryClaimStore_TheOnlyOne_MayChange()
    {
        Add(1);

        _pool.TryClaimStore(_pool.Backends[0], "two").ShouldBeTrue();
    }

    private static Error Busy(double seconds) => new(ErrorKinds.Busy, "Too much.", TimeSpan.FromSeconds(seconds));

    private void Add(int count)
    {
        _pool.Update([.. Enumerable.Range(0, count).Select(i => new Uri($"http://127.0.0.1:{5081 + i}"))]);
        foreach (var backend in _pool.Backends)
        {
            backend.State = Good;
        }
    }

    private static void WorseOff(Backend backend, string how)
    {
        if (how == "ejected")
        {
            backend.Outliers.Eject(TimeSpan.FromSeconds(10));
        }
        else
        {
            backend.State = Good with { Serving = false };
        }
    }

    private void Break(Backend backend, int times)
    {
        for (var i = 0; i < times; i++)
        {
            new BackendLease(_pool, backend, CallKind.Question).Broke();
        }
    }

    private void Answer(Backend backend, int calls, int failures)
    {
        for (var i = 0; i < calls; i++)
        {
            new BackendLease(_pool, backend, CallKind.Question).Answered(failed: i < failures, pushback: null);
        }

        // Looked at when a call fails.
        _pool.Failed(backend);
    }

    /// <returns>How many of so many calls at once it gets.</returns>
    private int TakenOf(Backend backend, int calls)
    {
        var leases = Enumerable.Range(0, calls).Select(_ => Take()).ToList();
        leases.ForEach(lease => lease.Dispose());
        return leases.Count(lease => lease.Backend == backend);
    }

    private BackendLease Take(CallKind kind = CallKind.Question) =>
        _pool.Take(kind, json: true).IsError(out var error, out var lease) ? throw new InvalidOperationException(error.Detail) : lease;

    private Uri TakeAndReturn(CallKind kind = CallKind.Question)
    {
        using var lease = Take(kind);
        return lease.Backend.Address;
    }

    private Error Refused(CallKind kind)
    {
        _pool.Take(kind, json: true).IsError(out var error, out _).ShouldBeTrue();
        return error!;
    }

    private List<Error> RefusedAmong(int calls)
    {
        var refused = new List<Error>();
        for (var i = 0; i < calls; i++)
        {
            if (_pool.Take(CallKind.Upload, json: true).IsError(out var error, out var lease))
            {
                refused.Add(error);
            }

            lease?.Dispose();
        }

        return refused;
    }

    private static void Overload(Backend backend, Error refusal)
    {
        for (var i = 0; i < 50; i++)
        {
            backend.BudgetOf(CallKind.Upload).Refused(refusal);
        }
    }

    private sealed class IdleUpstream : IUpstream
    {
        public int Connections => 0;

        public bool IsClosed { get; private set; }

        public Task<IUpstreamResponse> BeginAsync(UpstreamCall call, CancellationToken cancellationToken) =>
            throw new NotSupportedException();

        public void Dispose() => IsClosed = true;
    }
}
