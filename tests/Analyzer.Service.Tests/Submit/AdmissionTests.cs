using Analyzer.Contract;
using Analyzer.Service.Features.Submit;
using Analyzer.Service.Tests.Overload;
using Hosting.Errors;
using Hosting.Overload;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Tests.Submit;

public sealed class AdmissionTests
{
    private static Admission Create(int uploads, long bytes, AdaptiveLimit? adaptive = null) =>
        new(Options.Create(new UploadLimits { MaxUploads = uploads, MaxBytesInFlight = bytes }), TimeProvider.System, adaptive);

    [Fact]
    public void Enter_AllPermitsTaken_IsBusyUntilOneLeaves()
    {
        var admission = Create(uploads: 2, bytes: long.MaxValue);
        var first = Enter(admission);
        Enter(admission);

        admission.Enter().IsError(out var error, out _).ShouldBeTrue();
        error!.Kind.ShouldBe(ErrorKinds.Busy);
        error.RetryAfter.ShouldNotBeNull();

        first.Dispose();
        Enter(admission);
        admission.Uploads.ShouldBe(2);
    }

    [Fact]
    public void Enter_LimitThatHasFallen_RefusesWhatTheFixedOneWouldTake()
    {
        var time = new ManualTime();
        var queue = new FakeQueue { Wait = TimeSpan.FromMilliseconds(3) };
        var admission = Create(uploads: 1000, bytes: long.MaxValue, new AdaptiveLimit(1000, processors: 1, [queue], time));
        Enter(admission, AdaptiveLimit.StartPerProcessor);

        time.Advance(AdaptiveLimit.Interval);
        admission.Enter().IsError(out var error, out _).ShouldBeTrue();

        error!.Kind.ShouldBe(ErrorKinds.Busy);
        admission.Uploads.ShouldBe(AdaptiveLimit.StartPerProcessor);
        admission.UploadLimit.ShouldBe((int)(0.85 * AdaptiveLimit.StartPerProcessor));
    }

    /// <summary>Otherwise a limit that falls would refuse uploads for nothing but slow senders.</summary>
    [Fact]
    public async Task Enter_SendersThatKeepTheServiceWaiting_AreNotAtWork()
    {
        var time = new ManualTime();
        var limit = new AdaptiveLimit(1000, processors: 1, [new FakeQueue()], time);
        var admission = new Admission(Options.Create(new UploadLimits()), time, limit);
        var permits = Enumerable.Range(0, AdaptiveLimit.StartPerProcessor).Select(_ => Enter(admission)).ToArray();
        var senders = permits.Select(_ => new TaskCompletionSource<int>()).ToArray();
        var waits = permits.Zip(senders, (permit, sender) => permit.AwaitSenderAsync(new ValueTask<int>(sender.Task)).AsTask()).ToArray();

        admission.AtWork.ShouldBe(permits.Length); // they may be on their way
        RefusedBy(admission);
        time.Advance(SilentSenders.Patience + TimeSpan.FromTicks(1));
        admission.AtWork.ShouldBe(0);
        Enter(admission).Dispose();

        foreach (var sender in senders)
        {
            sender.SetResult(0);
        }

        await Task.WhenAll(waits).Within();
        admission.AtWork.ShouldBe(permits.Length);
        RefusedBy(admission);
        Array.ForEach(permits, permit => permit.Dispose());
        (admission.Uploads, admission.AtWork).ShouldBe((0, 0));
    }

    [Fact]
    public void Enter_ManyRefused_AreToldToComeBackAtDifferentTimes()
    {
        var admission = Create(uploads: 1, bytes: long.MaxValue);
        Enter(admission);

        var times = Enumerable.Range(0, 100).Select(_ => RefusedBy(admission).RetryAfter!.Value).ToArray();

        times.ShouldAllBe(time => time >= TimeSpan.FromSeconds(1) && time < TimeSpan.FromSeconds(3));
        for (var tenth = 0; tenth < 10; tenth++)
        {
            times.Count(time => (int)((time.TotalSeconds - 1) * 5) == tenth).ShouldBeInRange(8, 12);
        }
    }

    [Fact]
    public void Grow_BytesThatCame_AreReservedAndGivenBack()
    {
        var admission = Create(uploads: 10, bytes: 1000);
        var permit = Enter(admission);
        var other = Enter(admission);

        permit.Grow(600).ShouldBeNull();
        other.Grow(400).ShouldBeNull();
        other.Grow(401)!.Kind.ShouldBe(ErrorKinds.Busy);
        admission.Bytes.ShouldBe(1000);
        admission.Enter().IsError(out _, out _).ShouldBeTrue(); // no byte of it could come

        permit.Dispose();
        admission.Bytes.ShouldBe(400);
        admission.Uploads.ShouldBe(1);
        other.Grow(401).ShouldBeNull();
    }

    private static Error RefusedBy(Admission admission)
    {
        admission.Enter().IsError(out var error, out _).ShouldBeTrue();
        return error!;
    }

    private static Admission.Permit Enter(Admission admission, int count = 1)
    {
        Admission.Permit? permit = null;
        for (var i = 0; i < count; i++)
        {
            admission.Enter().IsError(out _, out permit).ShouldBeFalse();
        }

        return permit!;
    }
}
