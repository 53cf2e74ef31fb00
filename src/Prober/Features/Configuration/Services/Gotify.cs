using System.Text.Json.Nodes;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>gotify.net, POST /message with the token of an application; the server may lie below a path.</summary>
internal static class Gotify
{
    private const int High = 8;
    private const int Usual = 4;

    public static WebhookNotifier? Read(ConfigSection section)
    {
        var token = section.Required("token", "AbCdEf");
        return ServiceParts.Address(section, "url", "https://gotify.example.com/") is not { } url ? null
            : new(
                new($"{url.AbsoluteUri.TrimEnd('/')}/message"), [new("X-Gotify-Key", token)], null,
                (notice, id) => MessageFormats.Bytes(new JsonObject
                {
                    ["title"] = notice.Title,
                    ["message"] = ServiceParts.Text(notice, id),
                    ["priority"] = notice.IsBad ? High : Usual,
                }));
    }
}
