using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>docs.aws.amazon.com, SNS Publish, signed by Signature Version 4.</summary>
internal static class Sns
{
    private const int MaxSubject = 99; // "less than 100"
    private const string Algorithm = "AWS4-HMAC-SHA256";

    public static WebhookNotifier? Read(ConfigSection section)
    {
        var region = section.Required("region", "eu-central-1");
        var topic = section.Required("arn", "arn:aws:sns:eu-central-1:123456789012:x");
        var credential = section.Map("credential");
        var (key, secret) = (credential?.Required("id", "AKIA0123") ?? "", credential?.Required("key", "abc") ?? "");
        credential?.End();
        if (credential is null)
        {
            section.Add(section.Line, "credential is missing; write it like credential: { id: AKIA0123, key: abc }");
        }

        section.Note("format", "messages are plain text");
        section.Note("profile", "the key of credential signs");
        return ServiceParts.Address(section, "endpoint", new Uri($"https://sns.{Host(region)}.amazonaws.com/")) is not { } url ? null
            : new(url, [], null, (notice, id) => ServiceParts.Pairs(
            [
                ("Action", "Publish"), ("Version", "2010-03-31"), ("TopicArn", topic), ("Subject", Ascii(notice.Title)),
                ("Message", $"{notice.Title}\n{ServiceParts.Text(notice, id)}"), .. Order(topic, id),
            ]))
            {
                ContentType = ServiceParts.Form,
                Prepare = (request, body) => Sign(request, body, region, key, secret, TimeProvider.System.GetUtcNow()),
            };
    }

    /// <summary>A topic that keeps the order wants to know within what, and which messages are the same.</summary>
    private static (string Key, string Value)[] Order(string topic, string id) =>
        topic.EndsWith(".fifo", StringComparison.Ordinal) ? [("MessageGroupId", "prober"), ("MessageDeduplicationId", id)] : [];

    /// <summary>The signature covers the host, the time and the body.</summary>
    internal static void Sign(HttpRequestMessage request, byte[] body, string region, string key, string secret, DateTimeOffset now)
    {
        var time = now.UtcDateTime.ToString("yyyyMMddTHHmmssZ", CultureInfo.InvariantCulture);
        var scope = $"{time[..8]}/{region}/sns/aws4_request";
        var host = request.RequestUri!.Authority;
        var canonical = $"POST\n{request.RequestUri.AbsolutePath}\n\nhost:{host}\nx-amz-date:{time}\n\nhost;x-amz-date\n"
            + Hex(SHA256.HashData(body));
        var text = $"{Algorithm}\n{time}\n{scope}\n{Hex(SHA256.HashData(Encoding.UTF8.GetBytes(canonical)))}";
        var derived = new[] { time[..8], region, "sns", "aws4_request" }
            .Aggregate(Encoding.UTF8.GetBytes($"AWS4{secret}"), (one, next) => HMACSHA256.HashData(one, Encoding.UTF8.GetBytes(next)));
        var signature = Hex(HMACSHA256.HashData(derived, Encoding.UTF8.GetBytes(text)));
        request.Headers.TryAddWithoutValidation("X-Amz-Date", time);
        request.Headers.TryAddWithoutValidation(
            "Authorization", $"{Algorithm} Credential={key}/{scope}, SignedHeaders=host;x-amz-date, Signature={signature}");
    }

    private static string Hex(byte[] bytes) => Convert.ToHexStringLower(bytes);

    private static string Host(string region) => string.Concat(region.Where(letter => char.IsAsciiLetterOrDigit(letter) || letter == '-'));

    /// <summary>A subject has to be ASCII, on one line.</summary>
    private static string Ascii(string title) =>
        string.Concat(title.Take(MaxSubject).Select(letter => letter is >= ' ' and <= '~' ? letter : '?'));
}
