using System.CommandLine;
using System.CommandLine.Parsing;

namespace Load.Commands;

/// <summary>The command line that repeats a run, for its report: quoted for a shell, without secrets.</summary>
internal static class CommandText
{
    /// <summary>Its value is a secret.</summary>
    public const string Key = "--key";

    private const string Plain = "-_./:=,%@+";

    public static string Of(ParseResult parsed) =>
        string.Join(' ', ["dotnet run --project load --", .. Masked(parsed.Tokens.Select(token => token.Value)).Select(Quoted)]);

    private static IEnumerable<string> Masked(IEnumerable<string> words)
    {
        var isSecret = false;
        foreach (var word in words)
        {
            yield return isSecret ? "KEY" : word.StartsWith($"{Key}=", StringComparison.Ordinal) ? $"{Key}=KEY" : word;
            isSecret = word == Key;
        }
    }

    private static string Quoted(string word) => word.Length > 0 && word.All(sign => char.IsAsciiLetterOrDigit(sign) || Plain.Contains(sign))
        ? word : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
