using Hosting.Uploads;

namespace Hosting.Tests.Uploads;

public sealed class StreamResetBudgetTests
{
    private readonly ManualTime _time = new();

    /// <summary>Kestrel remembers a stream for five seconds after it was reset, and that is when the sender's time is up.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(10)]
    public void Take_AllTaken_NoneUntilTheFirstIsForgotten(int patience)
    {
        var places = new StreamResetBudget(2, _time);

        places.Take(TimeSpan.FromSeconds(patience)).ShouldNotBeNull();
        _time.Seconds += 4;
        places.Take(TimeSpan.FromSeconds(patience)).ShouldNotBeNull();
        _time.Seconds += patience + 2;
        places.Take(TimeSpan.Zero).ShouldBeNull("the first was reset six seconds ago at most");

        _time.Seconds += 1;
        places.Take(TimeSpan.Zero).ShouldNotBeNull();
        places.Take(TimeSpan.Zero).ShouldBeNull();
    }

    [Fact]
    public void Return_IsFreeAtOnce()
    {
        var places = new StreamResetBudget(1, _time);

        for (var i = 0; i < 3; i++)
        {
            var place = places.Take(TimeSpan.Zero).ShouldNotBeNull();
            places.Take(TimeSpan.Zero).ShouldBeNull();
            places.Return(place);
        }
    }

    [Fact]
    public void Return_Late_FreesNobodyElsesPlace()
    {
        var places = new StreamResetBudget(1, _time);
        var late = places.Take(TimeSpan.Zero).ShouldNotBeNull();
        _time.Seconds += 7;
        places.Take(TimeSpan.Zero).ShouldNotBeNull();

        places.Return(late);

        places.Take(TimeSpan.Zero).ShouldBeNull();
    }

    private sealed class ManualTime : TimeProvider
    {
        public long Seconds { get; set; }

        public override long TimestampFrequency => 1;

        public override long GetTimestamp() => Seconds;
    }
}
