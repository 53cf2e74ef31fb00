using System.Text;
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
            var bytes = SharedFile.ReadAllBytes(file);
            var preamble = Encoding.UTF8.Preamble;
            var start = bytes.AsSpan().StartsWith(preamble) ? preamble.Length : 0;
            var reader = new Utf8JsonReader(
                bytes.AsSpan(start), new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
            var names = new List<string>();
            while (reader.Read())
            {
                if (reader.TokenType != JsonTokenType.PropertyName)
                {
                    continue;
                }

                names.RemoveRange(Math.Min(names.Count, reader.CurrentDepth - 1), Math.Max(0, names.Count - reader.CurrentDepth + 1));
                names.Add(reader.GetString()!);
                if (string.Join(':', names).Equals(key, StringComparison.OrdinalIgnoreCase))
                {
                    return $", line {bytes.AsSpan(0, start + (int)reader.TokenStartIndex).Count((byte)'\n') + 1}";
                }
            }
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or JsonException)
        {
            // It was readable when the host started: the file's name has to do.
        }

        return "";
    }
}
