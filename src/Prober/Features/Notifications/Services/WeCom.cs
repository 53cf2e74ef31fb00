using System.Text.Json.Nodes;
using Prober.Features.Configuration;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Notifications.Services;

/// <summary>developer.work.weixin.qq.com, group robots: Markdown of at most 4,096 bytes.</summary>
internal static class WeCom
{
    private const int MaxText = 1024; // of up to four bytes

    public static WebhookNotifier? Read(ConfigSection section) =>
        ServiceParts.Address(section, "webhook", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x") is not { } url ? null
            : new(url, [], null, Format) { HasFailed = answer => ServiceParts.IsOther(answer, "errcode", success: 0) };

    private static byte[] Format(Notice notice, string id) => ServiceParts.Bytes(new JsonObject
    {
        ["msgtype"] = "markdown",
        ["markdown"] = new JsonObject { ["content"] = ServiceParts.Cut(ServiceParts.Plain(notice, id), MaxText) },
    });
}
