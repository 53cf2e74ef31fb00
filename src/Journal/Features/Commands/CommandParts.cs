using System.CommandLine;
using System.Globalization;
using Hosting.Settings;
using Journal.Features.Replay;
using Journal.Log.Folders;
using Journal.Log.Recipients;
using Journal.Log.Signing;

namespace Journal.Features.Commands;

/// <summary>Arguments and options that several commands have.</summary>
internal static class CommandParts
{
    public static Argument<string?> Folder() => new("folder")
    {
        Description = "The folder of the journal. Default: that of the settings.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    /// <summary>The folder, where another argument comes before.</summary>
    public static Option<string?> FolderOption() => new("--folder")
    {
        Description = "The folder of the journal. Default: that of the settings.",
    };

    public static Option<string?> Key(bool required = true) =>
        new("--key") { Description = "A reader's private key, a .pem file.", Required = required };

    public static Option<string?> Verifier() =>
        new("--vkey") { Description = "The log's verifier key, or a file that holds it, from another machine." };

    public static Option<int?> Severity() => new("--severity")
    {
        Description = "The least severe level to print: 0 (emergency) to 7 (debug), or a name such as err.",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (text is [>= '0' and <= '7'] || (!text.AsSpan().ContainsAnyInRange('0', '9') && JsonFields.SeverityOf(text) is not null))
            {
                return JsonFields.SeverityOf(text);
            }

            result.AddError($"'{text}' is no severity: 0 to 7, or emerg, alert, crit, err, warning, notice, info or debug.");
            return null;
        },
    };

    /// <summary>A time in each form that settings have: .NET alone would take 30 for days, and 24:00:00 for 24 of them.</summary>
    public static Option<TimeSpan?> Time(string name, string description) => new(name)
    {
        Description = description,
        CustomParser = result =>
        {
            try
            {
                return Durations.Parse(result.Tokens[0].Value);
            }
            catch (Exception wrong) when (wrong is FormatException or OverflowException)
            {
                result.AddError($"{name}: {wrong.Message} Write a time such as 30s, 15min or 90d.");
                return null;
            }
        },
    };

    /// <summary>One record or several, such as 42 or 42,57.</summary>
    public static Argument<long[]> Sequences() => new("sequence")
    {
        Description = "The record's number; several with commas.",
        Arity = ArgumentArity.ExactlyOne,
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            var numbers = new List<long>();
            foreach (var part in text.Split(','))
            {
                if (!long.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
                {
                    result.AddError($"'{text}' is no record's number, such as 42, nor several, such as 42,57.");
                    return [];
                }

                numbers.Add(number);
            }

            return [.. numbers];
        },
    };

    /// <summary>The places in the log of <c>--from</c> and <c>--to</c>; null where the option was not given.</summary>
    /// <exception cref="ArgumentException">One of them is no place, or nothing can be between them.</exception>
    public static (ReplayLimit? From, ReplayLimit? To) Bounds(
        ParseResult parsed, Option<string?> from, Option<string?> to, Func<string, ReplayLimit> read)
    {
        var first = parsed.GetValue(from) is { } begin ? read(begin) : null;
        var end = parsed.GetValue(to) is { } text ? read(text) : null;
        return first?.Sequence >= end?.Sequence || first?.Microseconds >= end?.Microseconds
            ? throw new ArgumentException("No record is between these bounds: --to is the one after the last, and has to be after --from.")
            : (first, end);
    }

    /// <summary>Refuses numbers below zero and above the most. One that cannot be read has an error already.</summary>
    public static void Bound(Option<int> option, int most) => option.Validators.Add(result =>
    {
        if (result.Tokens is [{ Value: var text }] && long.TryParse(text, out var number) && (number < 0 || number > most))
        {
            result.AddError(most == int.MaxValue ? $"{option.Name} is 0 or more." : $"{option.Name} is 0 to {most}.");
        }
    });

    /// <summary>The folder of the indexes; one that somebody named has to be there.</summary>
    /// <exception cref="DirectoryNotFoundException">It is not.</exception>
    public static string Indexes(JournalFolder journal, string? named) => named is null ? journal.Indexes
        : Directory.Exists(named) ? named
        : throw new DirectoryNotFoundException($"{named} is no folder of indexes. Make it with: journal index --index {named}");

    public static VerifierKey ReadVerifier(string text) => VerifierKey.Parse(File.Exists(text) ? File.ReadAllText(text) : text);

    public static ReaderKey ReadKey(string file)
    {
        if (Directory.Exists(file))
        {
            throw new InvalidDataException($"{file} is a folder: name the reader's .pem file.");
        }

        try
        {
            return ReaderKey.Parse(File.ReadAllText(file));
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{file}: {exception.Message}", exception);
        }
    }
}
