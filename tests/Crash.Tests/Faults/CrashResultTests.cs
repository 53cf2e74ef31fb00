using Crash.Faults;

namespace Crash.Tests.Faults;

public sealed class CrashResultTests
{
    [Theory]
    [InlineData(3, 0, false)] // nothing acknowledged
    [InlineData(2, 100, false)] // fewer rounds than planned
    [InlineData(3, 100, true)]
    public void Succeeded_NothingFound_NeedsAllRoundsAndEntries(int rounds, int entries, bool succeeded) =>
        new CrashResult("kill", rounds, Planned: 3, entries, new Counters()).Succeeded.ShouldBe(succeeded);

    [Fact]
    public void Close_WhatIsCutOffAfterwards_IsNotFound()
    {
        var counters = new Counters();
        counters.CountWrong("before");

        counters.Close();
        counters.CountWrong("no answer");
        counters.CountLost("1", "is not found");
        counters.CountDuplicated("2", "is there twice");

        counters.Findings.ShouldBe(["wrong: before"]);
        (counters.Wrong, counters.Lost, counters.Duplicated).ShouldBe((1, 0, 0));
    }
}
