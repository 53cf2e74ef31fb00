using System.Text.Json.Nodes;
using Prober.Features.Configuration;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Notifications.Services;

/// <summary>docs.ntfy.sh, publish as JSON to the root of the server.</summary>
internal static class Ntfy
{
    private const int High = 4;
    private const int Usual = 3;
    private static readonly Uri Public = new("https://ntfy.sh/");

    public static WebhookNotifier? Read(ConfigSection section)
    {
        var topic = section.Required("topic", "alerts");
        List<KeyValuePair<string, string>> headers = section.Text("token") is { } token ? [new("Authorization", $"Bearer {token}")] : [];
        return ServiceParts.Address(section, "url", Public) is not { } url ? null
            : new(url, headers, null, (notice, id) => ServiceParts.Bytes(new JsonObject
            {
                ["topic"] = topic,
                ["title"] = notice.Title,
                ["message"] = $"{notice.Text}\n({id})",
                ["priority"] = notice.State == "down" ? High : Usual,
                ["tags"] = new JsonArray(notice.State == "up" ? "white_check_mark" : "x"),
            }));
    }
}
