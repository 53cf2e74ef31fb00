using Prober.Engine.Scheduling;

namespace Prober.Engine.Tests.Scheduling;

public sealed class TimerWheelTests
{
    private const int Slots = 16;

    [Fact]
    public void Advance_RandomUse_AgreesWithASortedList()
    {
        for (var seed = 0; seed < 50; seed++)
        {
            var random = new Random(seed);
            var wheel = new TimerWheel<Entry>(Slots);
            var waiting = new List<Entry>();
            var tick = -1L;
            for (var step = 0; step < 400; step++)
            {
                switch (random.Next(3))
                {
                    case 0:
                        var entry = new Entry(Math.Max(tick + 1, tick + random.Next(-5, 5 * Slots)));
                        wheel.Add(entry, entry.Wanted);
                        waiting.Add(entry);
                        break;
                    case 1 when waiting.Count > 0:
                        var removed = waiting[random.Next(waiting.Count)];
                        wheel.Remove(removed);
                        waiting.Remove(removed);
                        break;
                    default:
                        tick += random.Next(1, random.Next(10) == 0 ? 6 * Slots : 4);
                        var due = new List<Entry>();
                        wheel.Advance(tick, due);
                        due.ShouldBe(waiting.Where(entry => entry.Wanted <= tick), ignoreOrder: true);
                        due.Select(entry => entry.Wanted).ShouldBeInOrder();
                        waiting.RemoveAll(due.Contains);
                        break;
                }

                wheel.Count.ShouldBe(waiting.Count);
            }
        }
    }

    private sealed class Entry(long wanted) : IWheelEntry<Entry>
    {
        public long Wanted => wanted;

        public long DueTick { get; set; }

        public Entry? Previous { get; set; }

        public Entry? Next { get; set; }
    }
}
