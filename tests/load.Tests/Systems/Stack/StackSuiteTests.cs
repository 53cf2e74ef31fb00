using System.CommandLine;
using Load.Measuring;
using Load.Stack;
using Load.Systems.Stack;
using Load.Systems.Stack.Rows;

namespace Load.Tests.Systems.Stack;

public sealed class StackSuiteTests
{
    [Fact]
    public void Create_TheSuite_SetsSubmissionsWithTheStackAgainstThoseWithout()
    {
        var suite = Create("--rate 25");

        suite.Name.ShouldBe("stack");
        suite.Cases.Select(one => one.Name).ShouldBeUnique();
        suite.Cases.ShouldAllBe(one => one.Setup.Programs.SequenceEqual(StackMembers.Projects));
        var (without, with) = (suite.Cases[0], suite.Cases[1]);
        (without[StackRow.Stack], with[StackRow.Stack]).ShouldBe((StackRow.Without, StackRow.With));
        (with.Baseline, with.MaxOfBaseline).ShouldBe((without.Name, 1.2));
        suite.Cases.Take(2).ShouldAllBe(one => one.Load == new LoadShape.Open(25));
        suite.OneSystemAtATime.ShouldBeTrue();
        suite.Cases.Select(one => one.Setup.Name).Distinct().ShouldBe(["stack=without", "stack=with", "stack=struck"]);
        suite.Cases.ShouldAllBe(one => (one["fault"] != null) == (one.Setup.Name == "stack=struck"));
    }

    [Fact]
    public void Create_TheSuite_EndsWithEvidenceAndARowOfEachFault() =>
        Create().Cases.Skip(2).Select(one => (one["file"], one["fault"])).ShouldBe(
            OperatingSystem.IsWindows()
                ? [("malicious", null), ("mixed", "SIGKILL")]
                : [("malicious", null), ("mixed", "SIGKILL"), ("mixed", "SIGSTOP 10 s")]);

    [Fact]
    public void Command_ARateOfNothing_IsRefused() =>
        Parse("--rate 0").Errors.ShouldHaveSingleItem().Message.ShouldBe("--rate takes 1 to 10000.");

    private static Suite Create(string arguments = "") => Command().Create(Parse(arguments), 1);

    private static SuiteCommand Command() => Suites[0];

    private static readonly IReadOnlyList<SuiteCommand> Suites = new StackSystem().Suites;

    private static ParseResult Parse(string arguments)
    {
        var command = new RootCommand();
        foreach (var option in Command().Options)
        {
            command.Add(option);
        }

        return command.Parse(arguments);
    }
}
