using System.Text.Json.Nodes;
using Prober.Features.Configuration;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Notifications.Services;

/// <summary>developer.pagerduty.com, Events API v2: one alert a target, which its recovery resolves.</summary>
internal static class PagerDuty
{
    private const int MaxSummary = 1024;
    private static readonly Uri Usual = new("https://events.pagerduty.com/v2/enqueue");

    public static WebhookNotifier? Read(ConfigSection section)
    {
        var key = section.Required("routing_key", "0123456789abcdef0123456789abcdef");
        return ServiceParts.Address(section, "url", Usual) is not { } url ? null
            : new(url, [], null, (notice, id) => ServiceParts.Bytes(new JsonObject
            {
                ["routing_key"] = key,
                ["event_action"] = notice.State == "up" ? "resolve" : "trigger",
                ["dedup_key"] = notice.Target is { } target ? $"prober {target}" : id,
                ["payload"] = new JsonObject
                {
                    ["summary"] = ServiceParts.Cut(notice.Title, MaxSummary),
                    ["source"] = notice.Target?.Endpoint ?? "prober",
                    ["severity"] = "critical",
                    ["timestamp"] = $"{notice.At.UtcDateTime:yyyy-MM-ddTHH:mm:ss.fffZ}",
                    ["custom_details"] = new JsonObject { ["text"] = notice.Text, ["id"] = id },
                },
            }));
    }
}
