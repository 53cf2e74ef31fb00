using System.CommandLine;
using System.CommandLine.Parsing;
using Hosting.CommandLine;
using Load.Measuring;

namespace Load.Commands;

/// <summary>A command line that is wrong gets one line on what is wrong, and a hint; pages of help would hide it.</summary>
internal static class UsageError
{
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
        foreach (var word in parsed.UnmatchedTokens)
        {
            if (parsed.RootCommandResult.Command.Subcommands.Any(verb => verb.Subcommands.Any(suite => suite.Name == word)))
            {
                return $"'{word}' is a suite: run {word} measures it.";
            }

            if (OtherWords.HintTo(word) is { } own
                && parsed.Errors.FirstOrDefault(error => error.Message.Contains($"'{word}'", StringComparison.Ordinal)) is { } error)
            {
                return $"{error.Message} Here {own}.";
            }
        }

        return parsed.Errors[0].Message;
    }

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
