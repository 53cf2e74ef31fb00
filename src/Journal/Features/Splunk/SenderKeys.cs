using System.Text;

namespace Journal.Features.Splunk;

/// <summary>
/// The journal's keys in the forms that log senders know: <c>Authorization: Splunk KEY</c>, and <c>Basic</c> with the key as the password,
/// as Loki's clients send.
/// </summary>
internal static class SenderKeys
{
    private const string Splunk = "Splunk ";
    private const string Basic = "Basic ";

    /// <summary>Before the host asks who the client is.</summary>
    public static void UseSenderKeys(this WebApplication app) => app.Use(next => context =>
    {
        var headers = context.Request.Headers;
        if (headers.Authorization.Count == 1 && KeyIn(headers.Authorization[0]!) is { } key)
        {
            headers.Authorization = $"Bearer {key}";
        }

        return next(context);
    });

    private static string? KeyIn(string text)
    {
        if (text.StartsWith(Splunk, StringComparison.OrdinalIgnoreCase))
        {
            return text[Splunk.Length..];
        }

        if (!text.StartsWith(Basic, StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        var pair = new byte[text.Length];
        return Convert.TryFromBase64String(text[Basic.Length..].Trim(), pair, out var length)
            && pair.AsSpan(0, length).IndexOf((byte)':') is >= 0 and var colon
            ? Encoding.UTF8.GetString(pair, colon + 1, length - colon - 1)
            : null;
    }
}
