using System.Text.Json.Nodes;
using Prober.Features.Configuration;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Notifications.Services;

/// <summary>open.larksuite.com, custom bots: a text message.</summary>
internal static class Lark
{
    public static WebhookNotifier? Read(ConfigSection section) =>
        ServiceParts.Address(section, "webhook", "https://open.feishu.cn/open-apis/bot/v2/hook/x") is not { } url ? null
            : new(url, [], null, Format)
            {
                HasFailed = answer => ServiceParts.IsOther(answer, "code", success: 0) || ServiceParts.IsOther(answer, "StatusCode", success: 0),
            };

    private static byte[] Format(Notice notice, string id) => ServiceParts.Bytes(new JsonObject
    {
        ["msg_type"] = "text",
        ["content"] = new JsonObject { ["text"] = ServiceParts.Plain(notice, id) },
    });
}
