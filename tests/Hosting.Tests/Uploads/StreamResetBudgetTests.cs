using Hosting.Uploads;

namespace Hosting.Tests.Uploads;

public sealed class StreamResetBudgetTests
{
    private readonly ManualTime _time = new();

    [Fact]
    public void TryTake_AllTaken_NoneUntilTheFirstIsForgotten()
    {
        var places = new StreamResetBudget(2, _time);

        places.TryTake().ShouldBeTrue();
        _time.Seconds += 5;
        places.TryTake().ShouldBeTrue();
        places.TryTake().ShouldBeFalse();

        _time.Seconds += 3; // eight seconds after the first, three after the second
        places.TryTake().ShouldBeTrue();
        places.TryTake().ShouldBeFalse();
    }

    [Fact]
    public void Return_IsFreeAtOnce()
    {
        var places = new StreamResetBudget(1, _time);

        for (var i = 0; i < 3; i++)
        {
            places.TryTake().ShouldBeTrue();
            places.TryTake().ShouldBeFalse();
            places.Return();
        }
    }

    private sealed class ManualTime : TimeProvider
    {
        public long Seconds { get; set; }

        public override long TimestampFrequency => 1;

        public override long GetTimestamp() => Seconds;
    }
}
