using System.Text.Json.Nodes;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>developer.work.weixin.qq.com, group robots: Markdown of at most 4,096 bytes.</summary>
internal static class WeCom
{
    private const int MaxText = 4096;
    private const int MaxCalls = 100; // what makes them harmless takes room

    public static WebhookNotifier? Read(ConfigSection section) =>
        ServiceParts.Address(section, "webhook", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x") is not { } url ? null
            : new(url, [], null, Format) { HasFailed = answer => ServiceParts.IsOther(answer, "errcode", success: 0) };

    private static byte[] Format(Notice notice, string id) => MessageFormats.Bytes(new JsonObject
    {
        ["msgtype"] = "markdown",
        ["markdown"] = new JsonObject { ["content"] = TextOf(notice, id) },
    });

    /// <summary>The words of a failing server must not call people.</summary>
    private static string TextOf(Notice notice, string id) =>
        MessageText.Whole(notice.WithoutLinks(), id, MaxText - MaxCalls, MessageText.Bytes).Replace("<@", "< @");
}
