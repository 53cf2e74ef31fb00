using System.Text.Json.Nodes;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>
/// developers.ringcentral.com, incoming webhooks: a text. What is not posted is answered with 200 and a status other than OK.
/// </summary>
internal static class RingCentral
{
    private const int MaxText = 10_000;

    public static WebhookNotifier? Read(ConfigSection section) =>
        ServiceParts.Address(section, "webhook", "https://hooks.ringcentral.com/webhook/v2/x") is not { } url ? null
            : new(url, [], null, (notice, id) => MessageFormats.Bytes(new JsonObject
            {
                ["text"] = MessageText.Whole(notice.WithoutLinks(), id, MaxText, MessageText.Characters),
            }))
            {
                HasFailed = answer => answer.TryGetProperty("status", out var status)
                    && !string.Equals(status.GetString(), "OK", StringComparison.OrdinalIgnoreCase),
            };
}
