using Journal.Tests;
using System.Runtime.InteropServices;
using Hosting.Lifetime;

namespace Hosting.Tests.Lifetime;

public sealed class StopSignalsTests : IDisposable
{
    private readonly ManualTime _time = new(stands: true);
    private readonly StopSignals _signals;

    public StopSignalsTests() => _signals = new(_time);

    public void Dispose() => _signals.Dispose();

    [Fact]
    public void Stop_FirstSignal_AsksForAnEndAndLeavesTheProcess()
    {
        Leaves(PosixSignal.SIGINT).ShouldBeTrue();

        _signals.Token.IsCancellationRequested.ShouldBeTrue();
    }

    [Fact]
    public void Stop_SameSignalToProcessAndGroup_IsOne()
    {
        Leaves(PosixSignal.SIGTERM).ShouldBeTrue();
        Leaves(PosixSignal.SIGTERM).ShouldBeTrue();
        Leaves(PosixSignal.SIGINT).ShouldBeTrue("a person's Ctrl+C reaches the whole group too");
    }

    [Fact]
    public void Stop_SecondSignalLater_EndsTheProcess()
    {
        Leaves(PosixSignal.SIGINT);
        _time.Advance(TimeSpan.FromSeconds(1));

        Leaves(PosixSignal.SIGINT).ShouldBeFalse();
    }

    private bool Leaves(PosixSignal signal)
    {
        var context = new PosixSignalContext(signal);
        _signals.Stop(context);
        return context.Cancel;
    }
}
