using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Prober.Features.Configuration;

namespace Prober.Features.Notifications.Services;

/// <summary>What the services have in common.</summary>
internal static class ServiceParts
{
    public const string Form = "application/x-www-form-urlencoded";

    /// <summary>The title, the lines and the id, for a person.</summary>
    public static string Plain(Notice notice, string id) => $"{Sign(notice)} {notice.Title}\n{notice.Text}\n({id})";

    public static string Cut(string text, int max) => text.Length <= max ? text : $"{text[..(max - 1)]}…";

    public static byte[] Bytes(JsonObject message) => JsonSerializer.SerializeToUtf8Bytes(message);

    public static byte[] Pairs(params (string Key, string Value)[] pairs) =>
        Encoding.ASCII.GetBytes(string.Join('&', pairs.Select(pair => $"{pair.Key}={Uri.EscapeDataString(pair.Value)}")));

    /// <summary>A number of the answer that is not the one of success.</summary>
    public static bool IsOther(JsonElement answer, string member, int success) =>
        answer.TryGetProperty(member, out var code) && !(code.TryGetInt32(out var number) && number == success);

    public static Uri? Address(ConfigSection section, string key, string example) =>
        section.Address(key, section.Required(key, example), "http", "https");

    /// <summary>The address of a service, unless the file names another, such as one's own server.</summary>
    public static Uri? Address(ConfigSection section, string key, Uri usual) =>
        section.Text(key) is { } text ? section.Address(key, text, "http", "https") : usual;

    private static string Sign(Notice notice) => notice.State == "up" ? "✅" : "❌";
}
