using System.Text;
using Prober.Features.Configuration;

namespace Prober.Features.Probing.Modules;

/// <summary>The headers and the body that an http module sends. Files are read at the start of the prober.</summary>
internal static class ModuleHeaders
{
    private const int MaxFile = 1 << 20;

    /// <summary><c>http_headers</c>, <c>compression</c>, <c>basic_auth</c>, <c>authorization</c> and <c>bearer_token</c>.</summary>
    /// <param name="secrets">Gets the names of those that only the module's target may get.</param>
    public static IEnumerable<KeyValuePair<string, string>> Read(ConfigSection http, ISet<string> secrets)
    {
        foreach (var header in Listed(http, "http_headers", secrets))
        {
            yield return header;
        }

        if (http.Text("compression") is { Length: > 0 } coding)
        {
            yield return new("Accept-Encoding", coding);
        }

        if (http.Map("basic_auth") is { } basic)
        {
            var (name, password) = (TextOrFile(basic, "username", "username_file"), TextOrFile(basic, "password", "password_file"));
            yield return new("Authorization", $"Basic {Convert.ToBase64String(Encoding.UTF8.GetBytes($"{name}:{password}"))}");
            basic.End();
        }

        if (http.Map("authorization") is { } own)
        {
            var type = own.Text("type") ?? "Bearer";
            yield return new("Authorization", $"{type} {TextOrFile(own, "credentials", "credentials_file")}");
            own.End();
        }

        if (TextOrFile(http, "bearer_token", "bearer_token_file") is { } token)
        {
            yield return new("Authorization", $"Bearer {token}");
        }
    }

    /// <summary>Headers for a proxy alone, each with a list of values.</summary>
    public static IReadOnlyList<KeyValuePair<string, string>> ForProxy(ConfigSection http)
    {
        if (http.Map("proxy_connect_header") is not { } headers)
        {
            return [];
        }

        List<KeyValuePair<string, string>> read =
            [.. headers.Keys.SelectMany(name => headers.Texts(name).Select(value => Checked(headers, name, value)))];
        headers.End();
        return read;
    }

    /// <summary>Headers, each a text, or with <c>values</c>, <c>secrets</c> and <c>files</c>.</summary>
    /// <param name="secrets">Gets the names of those that only the module's target may get.</param>
    public static IEnumerable<KeyValuePair<string, string>> Listed(ConfigSection section, string key, ISet<string> secrets)
    {
        if (section.Map(key) is not { } headers)
        {
            yield break;
        }

        foreach (var name in headers.Keys)
        {
            if (headers.IsText(name))
            {
                yield return Checked(headers, name, headers.Text(name)!);
                continue;
            }

            if (headers.Map(name) is not { } header)
            {
                continue; // it has no value
            }

            var files = header.Texts("files").Select(file => FileText(header, "files", file)).OfType<string>();
            string[] secret = [.. header.Texts("secrets"), .. files];
            if (secret.Length > 0)
            {
                secrets.Add(name);
            }

            foreach (var value in header.Texts("values").Concat(secret))
            {
                yield return Checked(header, name, value);
            }

            header.End();
        }
    }

    private static KeyValuePair<string, string> Checked(ConfigSection section, string name, string value)
    {
        if (value.AsSpan().ContainsAny("\r\n") || name.AsSpan().ContainsAny("\r\n: "))
        {
            section.Add(section.Line, $"the header {name} has a line break, or a space in its name");
        }

        return new(name, value);
    }

    public static byte[] Body(ConfigSection http) => Encoding.UTF8.GetBytes(
        http.Text("body") ?? (http.Text("body_file") is { } file ? FileText(http, "body_file", file) ?? "" : ""));

    internal static string? TextOrFile(ConfigSection section, string key, string fileKey)
    {
        var (text, file) = (section.Text(key), section.Text(fileKey));
        return text ?? (file is null ? null : FileText(section, fileKey, file)?.Trim());
    }

    /// <returns>Null when it cannot be read: the module then refuses its probes with the reason.</returns>
    private static string? FileText(ConfigSection section, string key, string path)
    {
        try
        {
            if (new FileInfo(path).Length <= MaxFile)
            {
                return File.ReadAllText(path).TrimEnd('\n', '\r');
            }

            section.Unsupported(key, "name a shorter one", $"the file {path}, which is longer than 1 MiB,");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            section.Unsupported(key, "create it, and restart the prober", $"the file {path}, which cannot be read,");
        }

        return null;
    }
}
