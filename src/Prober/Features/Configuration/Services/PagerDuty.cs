using System.Text.Json.Nodes;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>developer.pagerduty.com, Events API v2: one alert a target, which its recovery resolves.</summary>
internal static class PagerDuty
{
    private const int MaxSummary = 1024;
    private const int MaxKey = 255;
    private const int MaxText = 400_000; // of 512 KB for the whole event
    private const string Path = "/v2/enqueue";
    private static readonly Uri Usual = new("https://events.pagerduty.com/");

    public static WebhookNotifier? Read(ConfigSection section)
    {
        var key = section.Required("routing_key", "0123456789abcdef0123456789abcdef");
        return ServiceParts.Address(section, "url", Usual, Path) is not { } url ? null
            : new(url, [], null, (notice, id) => MessageFormats.Bytes(new JsonObject
            {
                ["routing_key"] = key,
                ["event_action"] = notice.IsGood ? "resolve" : "trigger",
                ["dedup_key"] = notice.Target is { } target ? ServiceParts.KeyOf(target, MaxKey) : id,
                ["payload"] = new JsonObject
                {
                    ["summary"] = MessageText.Cut(notice.Title, MaxSummary, MessageText.Characters),
                    ["source"] = notice.Target?.Endpoint ?? "prober",
                    ["severity"] = notice.IsBad ? "critical" : "info",
                    ["timestamp"] = $"{notice.At.UtcDateTime:yyyy-MM-ddTHH:mm:ss.fffZ}",
                    ["custom_details"] = new JsonObject
                    {
                        ["text"] = MessageText.Cut(notice.Text, MaxText, MessageText.Bytes),
                        ["id"] = id,
                    },
                },
            }))
            {
                KeepsAlerts = true,
            };
    }
}
