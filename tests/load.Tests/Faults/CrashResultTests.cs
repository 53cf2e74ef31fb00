using Load.Faults;

namespace Load.Tests.Faults;

public sealed class CrashResultTests
{
    [Theory]
    [InlineData(3, 0, false)] // nothing acknowledged
    [InlineData(2, 100, false)] // fewer rounds than planned
    [InlineData(3, 100, true)]
    public void Succeeded_NothingFound_NeedsAllRoundsAndEntries(int rounds, int entries, bool succeeded) =>
        new CrashResult("kill", rounds, Planned: 3, entries, new Counters()).Succeeded.ShouldBe(succeeded);
}
