using System.Globalization;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using Prober.Engine.Probing;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>What a receiver answered, for a person: its own words tell what is wrong with a message or an address.</summary>
/// <param name="Bytes">The beginning of the body.</param>
internal sealed record WebhookAnswer(int Status, byte[] Bytes, TimeSpan? RetryAfter)
{
    private const int MaxBytes = 64 * 1024;
    private const int MaxShown = 300;

    public static async Task<WebhookAnswer> ReadAsync(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        await using var stream = await response.Content.ReadAsStreamAsync(cancellationToken);
        var bytes = new byte[MaxBytes];
        var length = await stream.ReadAtLeastAsync(bytes, MaxBytes, throwOnEndOfStream: false, cancellationToken);
        return new((int)response.StatusCode, bytes[..length], After(response.Headers.RetryAfter, bytes.AsSpan(0, length)));
    }

    /// <param name="secrets">Texts that the answer may repeat, and that nobody may read.</param>
    public string Words(IEnumerable<string> secrets)
    {
        var text = Encoding.UTF8.GetString(Bytes).Trim();
        if (text.Length == 0 || text.StartsWith('<'))
        {
            return "."; // nothing, or the page of a proxy
        }

        foreach (var secret in secrets.Where(secret => secret.Length > 1).OrderByDescending(secret => secret.Length))
        {
            text = text.Replace(secret, "…", StringComparison.OrdinalIgnoreCase);
        }

        return $": {OneLine.Of(text, MaxShown)}{(text.Length > MaxShown ? "…" : ".")}";
    }

    /// <summary>RFC 9110, 10.2.3; Telegram and Discord say it in their JSON.</summary>
    private static TimeSpan? After(RetryConditionHeaderValue? header, ReadOnlySpan<byte> body) =>
        header?.Delta ?? header?.Date - TimeProvider.System.GetUtcNow() ?? InBody(body);

    private static TimeSpan? InBody(ReadOnlySpan<byte> body)
    {
        try
        {
            var reader = new Utf8JsonReader(body);
            using var json = JsonDocument.ParseValue(ref reader);
            return json.RootElement is { ValueKind: JsonValueKind.Object } root
                && (Seconds(root) ?? (root.TryGetProperty("parameters", out var inner) ? Seconds(inner) : null)) is { } seconds
                ? TimeSpan.FromSeconds(Math.Clamp(seconds, 0, int.MaxValue))
                : null;
        }
        catch (JsonException)
        {
            return null;
        }

        static double? Seconds(JsonElement one) =>
            one.ValueKind == JsonValueKind.Object && one.TryGetProperty("retry_after", out var after)
                && double.TryParse($"{after}", NumberStyles.Float, CultureInfo.InvariantCulture, out var seconds)
                ? seconds : null;
    }
}
