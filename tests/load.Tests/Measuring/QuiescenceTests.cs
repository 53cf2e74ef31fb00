using Load.Measuring;

namespace Load.Tests.Measuring;

public sealed class QuiescenceTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Wait_SystemHasWorkLeft_EndsWhenThatIsDone()
    {
        var looks = 0;
        TimeSpan[] used = [TimeSpan.Zero, TimeSpan.FromDays(1), TimeSpan.FromDays(2), TimeSpan.FromDays(2)];

        await Quiescence.WaitAsync(() => used[looks++], TimeProvider.System, Token).Within();

        looks.ShouldBe(used.Length);
    }

    [Fact]
    public async Task Wait_SystemIsNeverAtRest_EndsAllTheSame()
    {
        var looks = 0;

        await Quiescence.WaitAsync(() => TimeSpan.FromDays(looks++), new FiveSecondsALook(), Token).Within();

        looks.ShouldBeInRange(2, 20);
    }

    private sealed class FiveSecondsALook : TimeProvider
    {
        private long _now;

        public override long GetTimestamp() => _now += 5 * TimestampFrequency;
    }
}
