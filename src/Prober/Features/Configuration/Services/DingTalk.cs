using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>open.dingtalk.com, custom robots: a Markdown message; with a secret, the address has a time and its HMAC-SHA-256.</summary>
internal static class DingTalk
{
    private const int MaxText = 15_000; // of 20,000 bytes

    public static WebhookNotifier? Read(ConfigSection section)
    {
        var secret = section.Text("secret") ?? "";
        return ServiceParts.Address(section, "webhook", "https://oapi.dingtalk.com/robot/send?access_token=x") is not { } url ? null
            : new(url, [], null, Format)
            {
                Sign = address => secret.Length == 0
                    ? address
                    : Sign(address, secret, TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds()),
                HasFailed = answer => ServiceParts.IsOther(answer, "errcode", success: 0),
            };
    }

    internal static Uri Sign(Uri address, string secret, long now)
    {
        var mac = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), Encoding.UTF8.GetBytes($"{now}\n{secret}"));
        var separator = address.Query.Length > 0 ? '&' : '?';
        return new($"{address.AbsoluteUri}{separator}timestamp={now}&sign={Uri.EscapeDataString(Convert.ToBase64String(mac))}");
    }

    private static byte[] Format(Notice notice, string id) => MessageFormats.Bytes(new JsonObject
    {
        ["msgtype"] = "markdown",
        ["markdown"] = new JsonObject
        {
            ["title"] = notice.Title,
            ["text"] = MessageText.Whole(notice.WithoutLinks(), id, MaxText, MessageText.Bytes).Replace("\n", "\n\n"),
        },
    });
}
