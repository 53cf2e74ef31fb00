using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Scenarios;

namespace Load.Measuring;

/// <summary>A system that the lab can measure: all that the lab knows of it.</summary>
internal interface ILabSystem
{
    /// <summary>On the command line.</summary>
    string Name { get; }

    /// <summary>No two systems have a suite of one name.</summary>
    IReadOnlyList<SuiteCommand> Suites { get; }

    /// <summary>Makes a suite of a person's scenario; null where there are none.</summary>
    ScenarioSupport? Scenarios => null;
}

/// <summary>A suite on the command line, with options of its own.</summary>
/// <param name="Name">After <c>run</c>.</param>
/// <param name="Description">One line.</param>
/// <param name="Create">
/// Makes it from a command line without errors and the run's seed; may throw a <see cref="Machine.LabException"/>.
/// </param>
internal sealed record SuiteCommand(string Name, string Description, Func<ParseResult, ulong, Suite> Create)
{
    /// <summary>Beside those of every run.</summary>
    public IReadOnlyList<Option> Options { get; init; } = [];

    /// <summary>Says what is wrong with them together.</summary>
    public Action<CommandResult> Validate { get; init; } = _ => { };
}

/// <summary>How a system reads scenarios (<c>run --file</c>).</summary>
/// <param name="Options">The options of its suites that go with them.</param>
/// <param name="Create">
/// Makes the suite of one, from a command line without errors and the run's seed; may throw a <see cref="Machine.LabException"/>.
/// </param>
internal sealed record ScenarioSupport(IReadOnlyList<Option> Options, Func<ScenarioFile, ParseResult, ulong, Suite> Create);

/// <summary>Checks of single options.</summary>
internal static class OptionChecks
{
    /// <param name="option">To be checked.</param>
    /// <param name="isValid">Whether its value is.</param>
    /// <param name="takes">The values that it takes, for the message.</param>
    public static void Require<T>(this Option<T> option, Func<T?, bool> isValid, string takes) =>
        option.Require(value => isValid(value) ? null : takes);

    /// <param name="option">To be checked.</param>
    /// <param name="takes">The values that it takes, for the message; null for a value that is one.</param>
    public static void Require<T>(this Option<T> option, Func<T?, string?> takes) => option.Validators.Add(result =>
    {
        try
        {
            if (takes(result.GetValueOrDefault<T>()) is { } told)
            {
                result.AddError($"{option.Name} takes {told}.");
            }
        }
        catch (InvalidOperationException)
        {
            // It cannot be parsed, and the parser says so itself.
        }
    });
}
