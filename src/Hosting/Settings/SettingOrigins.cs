using System.Text.Json;
using Durable;
using Microsoft.Extensions.Configuration.CommandLine;
using Microsoft.Extensions.Configuration.EnvironmentVariables;

namespace Hosting.Settings;

/// <summary>Tells where the value of a key comes from.</summary>
/// <param name="configuration">All sources.</param>
internal sealed class SettingOrigins(IConfiguration configuration)
{
    private static readonly string[] Prefixes = ["", "ASPNETCORE_", "DOTNET_"];
    private const string CommandLine = "the command line";

    /// <summary>In brackets with a space before it; empty for the command line, which its author has before them.</summary>
    public string Remark(string key) => Of(key) is { } origin && origin != CommandLine ? $" ({origin})" : "";

    /// <summary>Whether the value of a key stands in a file of settings.</summary>
    public bool IsOfFile(string key) => Source(key) is FileConfigurationProvider;

    /// <returns>The source in words, such as a file with its line; null when no source has the key.</returns>
    public string? Of(string key) => Source(key) switch
    {
        null => null,
        CommandLineConfigurationProvider => CommandLine,
        EnvironmentVariablesConfigurationProvider => $"the environment, {Variable(key)}",
        FileConfigurationProvider { Source: { Path: { } path } source } =>
            source.FileProvider?.GetFileInfo(path).PhysicalPath is { } file ? $"{file}{Line(file, key)}" : path,
        var other => other.ToString(),
    };

    private IConfigurationProvider? Source(string key) =>
        ((IConfigurationRoot)configuration).Providers.Reverse().FirstOrDefault(provider => provider.TryGet(key, out _));

    /// <summary>The name as its author has written it: perhaps in another case, or with a prefix of the framework's.</summary>
    private static string Variable(string key) => Environment.GetEnvironmentVariables().Keys.Cast<string>()
        .FirstOrDefault(name => Array.Exists(Prefixes, prefix => (prefix + key).Equals(
            name.Replace("__", ConfigurationPath.KeyDelimiter, StringComparison.Ordinal), StringComparison.OrdinalIgnoreCase)))
        ?? key.Replace(ConfigurationPath.KeyDelimiter, "__", StringComparison.Ordinal);

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
