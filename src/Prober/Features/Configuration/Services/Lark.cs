using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>
/// open.larksuite.com, custom bots: a text message; with a secret, the body has a time and a signature, for which the time and the secret
/// are the key and the message is empty.
/// </summary>
internal static class Lark
{
    private const int MaxText = 18_000; // of 20 KB for the whole body

    public static WebhookNotifier? Read(ConfigSection section)
    {
        var secret = section.Text("secret") ?? "";
        return ServiceParts.Address(section, "webhook", "https://open.feishu.cn/open-apis/bot/v2/hook/x") is not { } url ? null
            : new(url, [], null, (notice, id) => Format(notice, id, secret, TimeProvider.System.GetUtcNow().ToUnixTimeSeconds()))
            {
                HasFailed = answer =>
                    ServiceParts.IsOther(answer, "code", success: 0) || ServiceParts.IsOther(answer, "StatusCode", success: 0),
            };
    }

    /// <param name="now">Unix seconds.</param>
    internal static byte[] Format(Notice notice, string id, string secret, long now)
    {
        var message = new JsonObject
        {
            ["msg_type"] = "text",
            ["content"] = new JsonObject { ["text"] = TextOf(notice, id) },
        };
        if (secret.Length > 0)
        {
            message["timestamp"] = now.ToString(CultureInfo.InvariantCulture);
            message["sign"] = Convert.ToBase64String(HMACSHA256.HashData(Encoding.UTF8.GetBytes($"{now}\n{secret}"), Array.Empty<byte>()));
        }

        return MessageFormats.Bytes(message);
    }

    /// <summary>The words of a failing server must not call all people of a group.</summary>
    private static string TextOf(Notice notice, string id) =>
        MessageText.Whole(notice, id, MaxText, MessageText.Bytes).Replace("<at ", "< at ", StringComparison.OrdinalIgnoreCase);
}
