using Hosting.Uploads;

namespace Hosting.Tests.Uploads;

public sealed class StreamResetBudgetTests
{
    private readonly ManualTime _time = new();

    /// <summary>The sender has five seconds to end the stream; then it is reset, and Kestrel remembers it for five more.</summary>
    [Fact]
    public void Take_AllTaken_NoneUntilTheFirstIsForgotten()
    {
        var places = new StreamResetBudget(2, _time);

        places.Take().ShouldNotBeNull();
        _time.Seconds += 4;
        places.Take().ShouldNotBeNull();
        _time.Seconds += 7;
        places.Take().ShouldBeNull("the first was reset six seconds ago at most");

        _time.Seconds += 1;
        places.Take().ShouldNotBeNull();
        places.Take().ShouldBeNull();
    }

    [Fact]
    public void Return_IsFreeAtOnce()
    {
        var places = new StreamResetBudget(1, _time);

        for (var i = 0; i < 3; i++)
        {
            var place = places.Take().ShouldNotBeNull();
            places.Take().ShouldBeNull();
            places.Return(place);
        }
    }

    [Fact]
    public void Return_Late_FreesNobodyElsesPlace()
    {
        var places = new StreamResetBudget(1, _time);
        var late = places.Take().ShouldNotBeNull();
        _time.Seconds += 12;
        places.Take().ShouldNotBeNull();

        places.Return(late);

        places.Take().ShouldBeNull();
    }

    private sealed class ManualTime : TimeProvider
    {
        public long Seconds { get; set; }

        public override long TimestampFrequency => 1;

        public override long GetTimestamp() => Seconds;
    }
}
