using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Measuring;

namespace Load.Commands;

/// <summary>A command line that is wrong gets one line on what is wrong, and a hint; pages of help would hide it.</summary>
internal static class UsageError
{
    /// <returns>Null for a command line without errors.</returns>
    public static string? Of(RootCommand root, IReadOnlyList<string> arguments)
    {
        var parsed = root.Parse(arguments);
        return parsed.Errors.Count == 0 ? null
            : $"{parsed.Errors[0].Message}{Hint(parsed)}{Environment.NewLine}{Command(parsed.CommandResult)} --help shows what it takes.";
    }

    /// <summary>For a word that another tool has.</summary>
    private static string Hint(ParseResult parsed) => parsed.UnmatchedTokens.Count > 0
        && parsed.Errors[0].Message.Contains($"'{parsed.UnmatchedTokens[0]}'", StringComparison.Ordinal)
        && OtherWords.HintTo(parsed.UnmatchedTokens[0]) is { } own
            ? $" Here {own}." : "";

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
}
