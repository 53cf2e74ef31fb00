using Hosting.Settings;

namespace Hosting.CommandLine;

/// <summary>
/// The arguments of a host, split into settings, which are configuration, and the rest, which is for the command line. A setting is
/// <c>--Section:Key=Value</c>, or <c>--Section:Key Value</c>; <c>--config FILE</c> is one too.
/// </summary>
/// <param name="Settings">Each <c>--Section:Key=Value</c>.</param>
/// <param name="Others">The others, in order.</param>
/// <param name="Incomplete">A setting without a value; null when there is none.</param>
public sealed record HostArguments(string[] Settings, string[] Others, string? Incomplete)
{
    public static HostArguments Split(IReadOnlyList<string> arguments)
    {
        var settings = new List<string>();
        var others = new List<string>();
        string? incomplete = null;
        for (var i = 0; i < arguments.Count; i++)
        {
            var argument = arguments[i];
            if (!IsSetting(argument))
            {
                others.Add(argument);
            }
            else if (argument.Contains('=', StringComparison.Ordinal))
            {
                settings.Add(argument);
            }
            else if (i + 1 < arguments.Count && !arguments[i + 1].StartsWith("--", StringComparison.Ordinal))
            {
                settings.Add($"{argument}={arguments[++i]}");
            }
            else
            {
                incomplete ??= argument;
            }
        }

        return new([.. settings], [.. others], incomplete);
    }

    /// <summary>The file of settings, or a name with a colon; no other option of a command line has one.</summary>
    private static bool IsSetting(string argument) =>
        argument == HostConfiguration.FileOption
        || argument.StartsWith($"{HostConfiguration.FileOption}=", StringComparison.Ordinal)
        || argument.StartsWith("--", StringComparison.Ordinal)
        && argument.AsSpan(2, argument.AsSpan(2).IndexOf('=') is >= 0 and var end ? end : argument.Length - 2).Contains(':');
}
