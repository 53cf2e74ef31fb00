using System.Text;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>Short messages by Twilio, Nexmo (Vonage) or yunpian, one request for each number.</summary>
internal static class Sms
{
    private const int MaxText = 480; // three parts
    private const string Messages = "/Messages.json";

    public static INotifier? Read(ConfigSection section)
    {
        var (provider, key, from) = (section.Required("provider", "twilio"), section.Required("key", "AC0123"), section.Text("from") ?? "");
        var (secret, sign) = (section.Text("secret") ?? "", section.Text("sign") ?? "");
        var numbers = section.Required("mobile", "+4915112345678")
            .Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        Uri? usual = provider switch
        {
            "twilio" => new("https://api.twilio.com/2010-04-01/Accounts/"),
            "nexmo" => new("https://rest.nexmo.com/sms/json"),
            "yunpian" => new("https://sms.yunpian.com/v2/sms/single_send.json"),
            _ => null,
        };
        if (usual is null)
        {
            section.Add(section.LineOf("provider"), "provider has to be twilio, nexmo or yunpian");
        }

        return usual is null || ServiceParts.Address(section, "url", usual) is not { } url || numbers.Length == 0 ? null
            : new Several([.. numbers.Select(number => provider switch
            {
                "twilio" => Twilio(MessagesOf(url, key), key, secret, from, number),
                "nexmo" => Nexmo(url, key, secret, from, number),
                _ => Yunpian(url, key, sign, number),
            })]);
    }

    /// <summary>EaseProbe appends the account to every address; people also write the whole one.</summary>
    private static Uri MessagesOf(Uri url, string account) => url.AbsolutePath.EndsWith(Messages, StringComparison.Ordinal)
        ? url
        : new($"{url.AbsoluteUri.TrimEnd('/')}/{Uri.EscapeDataString(account)}{Messages}");

    /// <summary>twilio.com/docs/messaging/api: the account and its token in a header.</summary>
    private static WebhookNotifier Twilio(Uri url, string account, string token, string from, string to)
    {
        var credentials = Convert.ToBase64String(Encoding.UTF8.GetBytes($"{account}:{token}"));
        return new(url, [new("Authorization", $"Basic {credentials}")], null, (notice, id) =>
            ServiceParts.Pairs(("From", from), ("To", to), ("Body", TextOf(notice, id))))
        { ContentType = ServiceParts.Form };
    }

    /// <summary>developer.vonage.com/api/sms: the answer has a status for each message, as a text.</summary>
    private static WebhookNotifier Nexmo(Uri url, string key, string secret, string from, string to) =>
        new(url, [], null, (notice, id) => ServiceParts.Pairs(
            ("api_key", key), ("api_secret", secret), ("from", from), ("to", to.TrimStart('+')), // digits alone, unlike the others
            ("text", TextOf(notice, id)), ("type", "unicode")))
        {
            ContentType = ServiceParts.Form,
            HasFailed = answer => answer.GetProperty("messages").EnumerateArray()
                .Any(message => message.GetProperty("status").GetString() != "0"),
        };

    /// <summary>yunpian.com: a signature in brackets before the text; files of EaseProbe may have the brackets.</summary>
    private static WebhookNotifier Yunpian(Uri url, string key, string sign, string to) => new(url, [], null, (notice, id) =>
        ServiceParts.Pairs(("apikey", key), ("mobile", to), ("text", $"{Signature(sign)}{TextOf(notice, id)}")))
    {
        ContentType = ServiceParts.Form,
        HasFailed = answer => ServiceParts.IsOther(answer, "code", success: 0),
    };

    private static string Signature(string sign) => sign.Length > 0 ? $"【{sign.Trim('【', '】')}】" : "";

    private static string TextOf(Notice notice, string id) => MessageText.Plain(notice, id, MaxText, MessageText.Characters);

    /// <summary>A number that is refused does not keep the message from the others.</summary>
    private sealed class Several(IReadOnlyList<WebhookNotifier> notifiers) : INotifier
    {
        public async Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken)
        {
            var refusals = new List<NotificationException>();
            foreach (var notifier in notifiers)
            {
                try
                {
                    await notifier.SendAsync(notice, id, cancellationToken);
                }
                catch (NotificationException exception)
                {
                    refusals.Add(exception);
                }
            }

            return refusals.Count == notifiers.Count ? throw refusals[0]
                : refusals.Count > 0 ? $"{refusals.Count} of {notifiers.Count} numbers: {refusals[0].Message}"
                : null;
        }
    }
}
