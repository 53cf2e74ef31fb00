namespace Analyzer.Service.Features.Maintenance;

/// <summary>Arguments of the executable: a command or none, a file or none, and settings.</summary>
/// <param name="Command">Null to serve.</param>
/// <param name="File">What the command reads or writes in place of its standard input or output.</param>
/// <param name="Settings">Each <c>--Key=Value</c>.</param>
internal sealed record CommandLine(string? Command, string? File, string[] Settings)
{
    /// <exception cref="MaintenanceException">An argument has no place.</exception>
    public static CommandLine Parse(string[] arguments)
    {
        if (arguments is not [var command, ..] || IsSetting(command))
        {
            return new(null, null, arguments); // the service's own configuration takes them as it always has
        }

        var files = arguments.Skip(1).Where(argument => !IsSetting(argument)).ToArray();
        var settings = arguments.Where(IsSetting).ToArray();
        if (settings.FirstOrDefault(setting => !setting.Contains('=')) is { } incomplete)
        {
            throw new MaintenanceException($"{incomplete}: write a setting as one argument, such as --Analyzer:Store=elasticsearch.");
        }

        return files.Length <= 1 ? new(command, files.FirstOrDefault(), settings) : throw new MaintenanceException($"{command}: one file at most, not {string.Join(" and ", files)}.");
    }

    private static bool IsSetting(string argument) => argument.StartsWith('-') || argument.Contains('=');
}
