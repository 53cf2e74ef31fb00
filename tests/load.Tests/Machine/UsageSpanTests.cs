using Load.Machine;

namespace Load.Tests.Machine;

public sealed class UsageSpanTests
{
    [Fact]
    public void Of_ProcessThatWasStartedAnew_HasTheTimeOfBoth()
    {
        var span = UsageSpan.Of(TimeSpan.FromSeconds(10), [At(5, id: 1), At(7, id: 1), null, At(1, id: 2), At(4, id: 2)]);

        span.ShouldNotBeNull().Cpu.ShouldBe(TimeSpan.FromSeconds(2 + 1 + 3));
        span.Processors.ShouldBe(0.6, 1e-9);
    }

    [Fact]
    public void Of_ProcessThatCouldNotBeReadAtTheEnd_IsUnknown() =>
        UsageSpan.Of(TimeSpan.FromSeconds(10), [At(5, id: 1), null]).ShouldBeNull();

    private static ProcessUsage At(double seconds, int id) => new(TimeSpan.FromSeconds(seconds), 1000, 10, 20) { ProcessId = id };
}
