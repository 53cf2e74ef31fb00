using Load.Comparing;
using Load.Machine;
using Load.Results.Summary;

namespace Load.Tests.Comparing;

public sealed class RefusalsTests
{
    private static readonly SummaryDocument Run = new Runs().Run(1);

    private static readonly Dictionary<string, Func<SummaryDocument, SummaryDocument>> Changes = new()
    {
        ["smoke"] = run => run with { IsSmoke = true },
        ["partial"] = run => run with { Interrupted = "stopped from outside" },
        ["slower at hashing"] = run => With(run, new Yardsticks(115, 100)),
        ["faster at loops"] = run => With(run, new Yardsticks(100, 85)),
        ["dearer generator"] = run => Lab(run, 1.3),
    };

    [Theory]
    [InlineData("smoke", "--smoke")]
    [InlineData("partial", "partial: stopped from outside")]
    [InlineData("slower at hashing", "SHA-256 of 64 MB")]
    [InlineData("faster at loops", "a loop that does nothing")]
    [InlineData("dearer generator", "the same generator took")]
    public void Compare_RunsThatSayNothingAboutEachOther_AreRefusedWithTheReason(string name, string reason)
    {
        var change = Changes[name];
        var before = With(Run, new Yardsticks(100, 100));
        var comparison = Comparer.Compare(before, change(before), force: false);

        comparison.IsRefused.ShouldBeTrue(name);
        comparison.ExitCode.ShouldBe(LabExitCode.NotComparable);
        ComparisonNotes.WhyNot(comparison).ShouldContain(reason);
        Comparer.Compare(before, change(before), force: true).IsRefused.ShouldBeFalse();
    }

    [Fact]
    public void Compare_MachineAsFastAsBefore_IsCompared()
    {
        var before = With(Run, new Yardsticks(100, 100));

        Comparer.Compare(before, Lab(With(before, new Yardsticks(108, 93)), 1.15), force: false).IsRefused.ShouldBeFalse();
        Comparer.Compare(Run, before, force: false).IsRefused.ShouldBeFalse(); // files of older labs have no yardsticks
    }

    [Fact]
    public void OfBaseline_NothingToCompare_SaysThatAlone()
    {
        var spoilt = Run with { Rows = [.. Run.Rows.Select(row => row with { InvalidReasons = ["spoilt"] })] };

        ComparisonNotes.OfBaseline(Comparer.Compare(Run, spoilt, force: true)).ShouldHaveSingleItem()
            .ShouldBe($"Nothing can be compared with {Run.Id}.");
    }

    private static SummaryDocument With(SummaryDocument run, Yardsticks yardsticks) =>
        run with { Environment = run.Environment with { Yardsticks = yardsticks } };

    private static SummaryDocument Lab(SummaryDocument run, double factor) => run with
    {
        Rows =
        [
            .. run.Rows.Select(row => row with
            {
                Repeats = [.. row.Repeats.Select(repeat => repeat with { LabCpuMs = repeat.LabCpuMs * factor })],
            }),
        ],
    };
}
