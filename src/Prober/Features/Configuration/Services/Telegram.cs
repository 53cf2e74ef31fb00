using System.Text.Json;
using System.Text.Json.Nodes;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>core.telegram.org/bots/api, sendMessage: at most 4,096 characters.</summary>
internal static class Telegram
{
    private const int MaxText = 4096;
    private static readonly Uri Usual = new("https://api.telegram.org/");

    public static WebhookNotifier? Read(ConfigSection section)
    {
        var (token, chat) = (section.Required("token", "123456:ABC"), section.Required("chat_id", "-1001234567890"));
        return ServiceParts.Address(section, "url", Usual) is not { } url ? null
            : new(new(url, $"/bot{token}/sendMessage"), [], null, (notice, id) => MessageFormats.Bytes(new JsonObject
            {
                ["chat_id"] = chat,
                ["text"] = MessageText.Whole(notice, id, MaxText, MessageText.Characters),
                ["link_preview_options"] = new JsonObject { ["is_disabled"] = true }, // the target's address is not to be visited
            }))
            {
                HasFailed = answer => answer.TryGetProperty("ok", out var ok) && ok.ValueKind == JsonValueKind.False,
            };
    }
}
