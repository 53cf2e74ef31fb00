using System.Text.Json.Nodes;
using Prober.Features.Configuration;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Notifications.Services;

/// <summary>gotify.net, POST /message with the token of an application.</summary>
internal static class Gotify
{
    private const int High = 8;
    private const int Usual = 4;

    public static WebhookNotifier? Read(ConfigSection section)
    {
        var token = section.Required("token", "AbCdEf");
        return ServiceParts.Address(section, "url", "https://gotify.example.com/") is not { } url ? null
            : new(new(url, "message"), [new("X-Gotify-Key", token)], null, (notice, id) => ServiceParts.Bytes(new JsonObject
            {
                ["title"] = notice.Title,
                ["message"] = $"{notice.Text}\n({id})",
                ["priority"] = notice.State == "down" ? High : Usual,
            }));
    }
}
