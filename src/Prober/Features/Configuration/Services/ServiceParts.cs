using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>What the services have in common.</summary>
internal static class ServiceParts
{
    private const int MaxText = 200_000;

    public const string Form = "application/x-www-form-urlencoded";

    public static byte[] Pairs(params (string Key, string Value)[] pairs) =>
        Encoding.ASCII.GetBytes(string.Join('&', pairs.Select(pair => $"{pair.Key}={Uri.EscapeDataString(pair.Value)}")));

    /// <summary>By it a service finds the alert of a target again; a long name is cut, and told apart by its hash.</summary>
    public static string KeyOf(NoticeTarget target, int max)
    {
        var key = $"prober {target}";
        return key.Length <= max ? key
            : $"{key[..(max - 17)]} {Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(key)))[..16]}";
    }

    /// <summary>The lines and the id, for a service without a bound that matters here.</summary>
    public static string Text(Notice notice, string id) => MessageText.Body(notice, id, MaxText, MessageText.Bytes);

    /// <summary>A number of the answer that is not the one of success.</summary>
    public static bool IsOther(JsonElement answer, string member, int success) =>
        answer.TryGetProperty(member, out var code) && !(code.TryGetInt32(out var number) && number == success);

    public static Uri? Address(ConfigSection section, string key, string example) =>
        section.Address(key, section.Required(key, example), "http", "https");

    /// <summary>The address of a service, unless the file names another, such as one's own server.</summary>
    public static Uri? Address(ConfigSection section, string key, Uri usual) =>
        section.Text(key) is { } text ? section.Address(key, text, "http", "https") : usual;

    /// <summary>The same for a service at one path, which the file need not name.</summary>
    public static Uri? Address(ConfigSection section, string key, Uri usual, string path) =>
        Address(section, key, usual) is not { } url ? null : url.AbsolutePath == "/" ? new(url, path) : url;
}
