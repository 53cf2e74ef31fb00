using System.Text.Json.Nodes;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>docs.opsgenie.com, Alert API: one alert a target, which its recovery closes by its alias.</summary>
internal static class OpsGenie
{
    private const int MaxMessage = 130;
    private const int MaxDescription = 15_000;
    private const int MaxAlias = 512;
    private const string Path = "/v2/alerts";
    private static readonly Uri Usual = new("https://api.opsgenie.com/");

    public static INotifier? Read(ConfigSection section)
    {
        List<KeyValuePair<string, string>> headers =
            [new("Authorization", $"GenieKey {section.Required("key", "0123456789ab-cdef")}")];
        return ServiceParts.Address(section, "url", Usual, Path) is not { } url ? null : new Sender(url, headers);
    }

    private static string AliasOf(Notice notice, string id) =>
        notice.Target is { } target ? ServiceParts.KeyOf(target, MaxAlias) : id;

    private sealed class Sender(Uri url, IReadOnlyList<KeyValuePair<string, string>> headers) : INotifier
    {
        private readonly WebhookNotifier _creating = new(url, headers, null, (notice, id) => MessageFormats.Bytes(new JsonObject
        {
            ["message"] = MessageText.Cut(notice.Title, MaxMessage, MessageText.Characters),
            ["alias"] = AliasOf(notice, id),
            ["description"] = MessageText.Body(notice, id, MaxDescription, MessageText.Characters),
            ["priority"] = notice.IsBad ? "P1" : "P5",
        }));

        public bool KeepsAlerts => true;

        public Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken) =>
            notice is { IsGood: true, Target: not null }
                ? Closing(notice, id).SendAsync(notice, id, cancellationToken)
                : _creating.SendAsync(notice, id, cancellationToken);

        private WebhookNotifier Closing(Notice notice, string id) => new(
            new($"{url.AbsoluteUri.TrimEnd('/')}/{Uri.EscapeDataString(AliasOf(notice, id))}/close?identifierType=alias"), headers, null,
            (_, _) => MessageFormats.Bytes(new JsonObject
            {
                ["note"] = MessageText.Body(notice, id, MaxDescription, MessageText.Characters),
            }));
    }
}
