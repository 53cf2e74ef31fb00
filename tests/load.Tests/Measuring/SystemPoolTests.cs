using Load.Machine;
using Load.Measuring;

namespace Load.Tests.Measuring;

public sealed class SystemPoolTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task StopOthers_SystemsOfOtherSetups_EndAndStartAgainWhenAskedFor()
    {
        var (alone, whole) = (new Idle(), new Idle());
        await using var pool = new SystemPool(new SetupContext(new(".")), new NoObserver());
        await pool.GetAsync(alone.Setup("alone"), Token);
        await pool.GetAsync(whole.Setup("whole"), Token);

        await pool.StopOthersAsync(alone.Setup("alone"));

        (alone.Ends, whole.Ends).ShouldBe((0, 1));
        (await pool.GetAsync(alone.Setup("alone"), Token)).IsNew.ShouldBeFalse();
        (await pool.GetAsync(whole.Setup("whole"), Token)).IsNew.ShouldBeTrue();
    }

    private sealed class Idle : ISystemUnderTest
    {
        public int Ends { get; private set; }

        public IReadOnlyList<IObservedProcess> Processes => [];

        public HostControl? Control => null;

        public bool IsOurs => true;

        public Setup Setup(string name) => new(name, (_, _) => Task.FromResult<ISystemUnderTest>(this));

        public ValueTask DisposeAsync()
        {
            Ends++;
            return ValueTask.CompletedTask;
        }
    }

    private sealed class NoObserver : IMeasurementObserver
    {
        public IRequestObserver Begin(Case measured) => throw new NotSupportedException();

        public void Started(IObservedProcess process, string setup) => throw new NotSupportedException();

        public void Stopping(IObservedProcess process) => throw new NotSupportedException();
    }
}
