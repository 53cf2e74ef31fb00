using Hosting.Settings;
using Microsoft.Extensions.Logging.Console;

namespace Hosting.Logging;

/// <summary>
/// The names in the framework's section <c>Logging</c>, such as <c>Logging:LogLevel:Default</c>: the framework ends a host whose level has
/// another program's name, with a stack trace and without the key, and leaves out a format that it does not know.
/// </summary>
internal static class LogLevels
{
    private const string Section = "Logging", Levels = "LogLevel", Format = "Logging:Console:FormatterName";

    private static readonly string[] Formats =
        [ConsoleFormatterNames.Simple, ConsoleFormatterNames.Json, ConsoleFormatterNames.Systemd, JsonLineFormatter.FormatterName];

    /// <exception cref="InvalidDataException">One is none; the message says which, where it stands, and what there is.</exception>
    public static void Check(IConfiguration configuration)
    {
        if (configuration[Format] is { Length: > 0 } format && !Formats.Contains(format, StringComparer.OrdinalIgnoreCase))
        {
            throw new InvalidDataException(
                $"{Format}={format}{new SettingOrigins(configuration).Remark(Format)} is no format: "
                + $"there are {string.Join(", ", Formats[..3])}.");
        }

        foreach (var (key, value) in configuration.GetSection(Section).AsEnumerable())
        {
            if (value is { Length: > 0 } && IsLevel(key) && !Enum.TryParse<LogLevel>(value, ignoreCase: true, out _))
            {
                var meant = Array.Find(Enum.GetNames<LogLevel>(), name => name.StartsWith(value, StringComparison.OrdinalIgnoreCase));
                throw new InvalidDataException(
                    $"{key}={value}{new SettingOrigins(configuration).Remark(key)} is no level"
                    + (meant is null ? $": there are {string.Join(", ", Enum.GetNames<LogLevel>())}." : $": write {meant}."));
            }
        }
    }

    /// <summary>For all providers or for one, and with the name of a category behind it.</summary>
    private static bool IsLevel(string key) =>
        key.Split(ConfigurationPath.KeyDelimiter) is [_, .., var levels, _] && levels.Equals(Levels, StringComparison.OrdinalIgnoreCase);
}
