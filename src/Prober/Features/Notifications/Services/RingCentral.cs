using System.Text.Json.Nodes;
using Prober.Features.Configuration;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Notifications.Services;

/// <summary>developers.ringcentral.com, incoming webhooks: a text.</summary>
internal static class RingCentral
{
    public static WebhookNotifier? Read(ConfigSection section) =>
        ServiceParts.Address(section, "webhook", "https://hooks.ringcentral.com/webhook/v2/x") is not { } url ? null
            : new(url, [], null, (notice, id) => ServiceParts.Bytes(new JsonObject { ["text"] = ServiceParts.Plain(notice, id) }));
}
