using System.Text.Json.Nodes;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>docs.ntfy.sh, publish as JSON to the root of the server; a message of more than 4,096 bytes would be an attachment.</summary>
internal static class Ntfy
{
    private const int High = 4;
    private const int Usual = 3;
    private const int MaxText = 4096;
    private static readonly Uri Public = new("https://ntfy.sh/");

    public static WebhookNotifier? Read(ConfigSection section)
    {
        var topic = section.Required("topic", "alerts");
        List<KeyValuePair<string, string>> headers = section.Text("token") is { } token ? [new("Authorization", $"Bearer {token}")] : [];
        if (ServiceParts.Address(section, "url", Public) is not { } url)
        {
            return null;
        }

        // The address of the topic, as people copy it, would take the JSON for a text.
        url = url.AbsolutePath.Trim('/') == topic ? new(url, "/") : url;
        return new(url, headers, null, (notice, id) => MessageFormats.Bytes(new JsonObject
        {
            ["topic"] = topic,
            ["title"] = notice.Title,
            ["message"] = MessageText.Body(notice, id, MaxText, MessageText.Bytes),
            ["priority"] = notice.IsBad ? High : Usual,
            ["tags"] = new JsonArray(notice.IsBad ? "x" : notice.IsGood ? "white_check_mark" : "bar_chart"),
        }));
    }
}
