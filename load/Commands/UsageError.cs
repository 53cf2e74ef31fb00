using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text.RegularExpressions;
using Hosting.CommandLine;
using Load.Measuring;

namespace Load.Commands;

/// <summary>A command line that is wrong gets one line on what is wrong, and a hint; pages of help would hide it.</summary>
internal static partial class UsageError
{
    /// <summary>Suites that are named for one option.</summary>
    private const int MaxOthers = 3;

    /// <returns>Null for a command line without errors.</returns>
    public static string? Of(RootCommand root, IReadOnlyList<string> arguments)
    {
        var parsed = CommandRunner.Parse(root, arguments);
        return parsed.Errors.Count == 0 ? null
            : $"{Told(parsed)}{Environment.NewLine}{Command(parsed.CommandResult)} --help shows what it takes.";
    }

    /// <summary>The first error, unless another is about a word of another tool, for which there is a hint.</summary>
    private static string Told(ParseResult parsed)
    {
        var suites = parsed.RootCommandResult.Command.Subcommands.SelectMany(verb => verb.Subcommands).ToArray();
        var here = parsed.CommandResult.Command;
        foreach (var word in parsed.UnmatchedTokens)
        {
            if (suites.Any(suite => suite.Name == word))
            {
                return $"'{word}' is a suite: run {word} measures it.";
            }

            var name = word.Split('=')[0];
            if (here.Options.FirstOrDefault(option => $"{option.Name}s" == name || option.Name == $"{name}s") is { } almost)
            {
                return $"There is no '{name}' here; it is {almost.Name}.";
            }

            if (suites.Where(suite => suite.Options.Any(option => option.Name == name)).ToArray() is { Length: > 0 } others)
            {
                return $"'{name}' is an option of {string.Join(", ", others.Take(MaxOthers).Select(suite => $"run {suite.Name}"))}" +
                    $"{(others.Length > MaxOthers ? " and others" : "")}.";
            }

            if (OtherWords.HintTo(word) is { } own
                && parsed.Errors.FirstOrDefault(error => error.Message.Contains($"'{word}'", StringComparison.Ordinal)) is { } error)
            {
                return $"{error.Message} Here {own}.";
            }
        }

        return parsed.UnmatchedTokens is [[not '-', ..] unknown, ..] && here.Subcommands.Count > 0
            ? $"There is no '{unknown}'; there are: {string.Join(", ", here.Subcommands.Select(command => command.Name))}."
            : InOneLine(parsed.Errors[0]);
    }

    /// <summary>The parser lists words line by line, and names types by their names in .NET.</summary>
    private static string InOneLine(ParseError error) =>
        ExpectedType().Replace(Blanks().Replace(error.Message, " "), match => match.Value.Contains("Int", StringComparison.Ordinal)
            ? ": it takes a whole number" : match.Value.Contains("Double", StringComparison.Ordinal) ? ": it takes a number" : "") +
        (error.SymbolResult is OptionResult { Option.Description: { } about, Tokens.Count: > 1 }
            && about.EndsWith(ListOption.Several, StringComparison.Ordinal) ? " Several values stand behind it with commas." : "");

    private static string Command(CommandResult result)
    {
        var names = new List<string>();
        for (SymbolResult? one = result; one is CommandResult command; one = one.Parent)
        {
            if (command.Command is not RootCommand)
            {
                names.Insert(0, command.Command.Name);
            }
        }

        return string.Join(' ', ["dotnet run --project load --", .. names]);
    }

    [GeneratedRegex(@"\s+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Blanks();

    [GeneratedRegex(@" as expected type '[^']*'", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex ExpectedType();
}
