using Journal.Log.Reading;

namespace Journal.Log.Tests.Reading;

public sealed class InOrderTests
{
    private const int Items = 500;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(7)]
    public void Run_WorkOfDifferentLength_ComesInOrderAndIsBounded(int ahead)
    {
        var (underWay, most, read) = (0, 0, 0);

        var results = new List<int>();
        foreach (var result in InOrder.Run(Read(), item => item % 5 != 0, Work, ahead))
        {
            results.Add(result);
            (read - results.Count).ShouldBeLessThan(ahead);
        }

        results.ShouldBe(Enumerable.Range(0, Items).Select(item => item * 2));
        most.ShouldBeLessThanOrEqualTo(ahead);

        IEnumerable<int> Read()
        {
            for (; read < Items; read++)
            {
                yield return read;
            }
        }

        int Work(int item)
        {
            InterlockedMax(ref most, Interlocked.Increment(ref underWay));
            Thread.SpinWait(item * 7919 % 5000);
            Interlocked.Decrement(ref underWay);
            return item * 2;
        }
    }

    [Fact]
    public void Run_EndedEarly_WaitsForWhatIsUnderWay()
    {
        var (started, ended) = (0, 0);

        foreach (var item in InOrder.Run(Enumerable.Range(0, Items), _ => true, Work, ahead: 6))
        {
            if (item == 20)
            {
                break;
            }
        }

        ended.ShouldBe(started);
        started.ShouldBeLessThan(30);

        int Work(int item)
        {
            Interlocked.Increment(ref started);
            Thread.SpinWait(20_000);
            Interlocked.Increment(ref ended);
            return item;
        }
    }

    [Fact]
    public void Run_WorkThatFails_FailsAtItsPlace()
    {
        var results = new List<int>();

        Should.Throw<InvalidOperationException>(() =>
        {
            foreach (var item in InOrder.Run(
                Enumerable.Range(0, Items), _ => true, item => item == 33 ? throw new InvalidOperationException() : item, ahead: 4))
            {
                results.Add(item);
            }
        });

        results.ShouldBe(Enumerable.Range(0, 33));
    }

    private static void InterlockedMax(ref int most, int value)
    {
        for (var seen = Volatile.Read(ref most); seen < value;)
        {
            seen = Interlocked.CompareExchange(ref most, value, seen) is var before && before == seen ? value : before;
        }
    }
}
