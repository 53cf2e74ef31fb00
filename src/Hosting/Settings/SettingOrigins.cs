using System.Text.Json;
using Durable;
using Microsoft.Extensions.Configuration.CommandLine;
using Microsoft.Extensions.Configuration.EnvironmentVariables;

namespace Hosting.Settings;

/// <summary>Tells where the value of a key comes from.</summary>
/// <param name="configuration">All sources.</param>
internal sealed class SettingOrigins(IConfiguration configuration)
{
    private const string CommandLine = "the command line";

    /// <summary>In brackets with a space before it; empty for the command line, which its author has before them.</summary>
    public string Remark(string key) => Of(key) is { } origin && origin != CommandLine ? $" ({origin})" : "";

    /// <returns>The source in words, such as a file with its line; null when no source has the key.</returns>
    public string? Of(string key) => ((IConfigurationRoot)configuration).Providers.Reverse()
        .FirstOrDefault(provider => provider.TryGet(key, out _)) switch
    {
        null => null,
        CommandLineConfigurationProvider => CommandLine,
        EnvironmentVariablesConfigurationProvider => $"the environment, {key.Replace(":", "__", StringComparison.Ordinal)}",
        FileConfigurationProvider { Source: { Path: { } path } source } =>
            source.FileProvider?.GetFileInfo(path).PhysicalPath is { } file ? $"{file}{Line(file, key)}" : path,
        var other => other.ToString(),
    };

    // The framework keeps no lines.
    private static string Line(string file, string key)
    {
        try
        {
            return SettingsText.Keys(SettingsText.ToUtf8(SharedFile.ReadAllBytes(file)))
                .Where(found => found.Key.Equals(key, StringComparison.OrdinalIgnoreCase))
                .Select(found => $", line {found.Line}").FirstOrDefault("");
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or JsonException or FormatException)
        {
            return ""; // It was readable when the host started: the file's name has to do.
        }
    }
}
