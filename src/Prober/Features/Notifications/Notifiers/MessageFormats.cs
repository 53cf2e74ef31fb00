using System.Text.Json;
using System.Text.Json.Nodes;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>The body that each service expects.</summary>
internal static class MessageFormats
{
    private const int MaxDiscord = 2000;

    /// <summary>All that is known, with <c>id</c>, <c>title</c> and <c>text</c>.</summary>
    public static byte[] Webhook(Notice notice, string id)
    {
        var message = JsonNode.Parse($"{notice}")!.AsObject();
        message.Insert(0, "id", id);
        message.Insert(1, "title", notice.Title);
        message.Insert(2, "text", notice.Text);
        return Bytes(message);
    }

    /// <summary>docs.slack.dev, incoming webhooks: &amp;, &lt; and &gt; are escaped.</summary>
    public static byte[] Slack(Notice notice, string id) => Bytes(new JsonObject
    {
        ["text"] = Escape($"{Sign(notice)} *{notice.Title}*\n{notice.Text}\n({id})"),
    });

    /// <summary>discord.com/developers, execute webhook: 2,000 characters, and names in the text mention nobody.</summary>
    public static byte[] Discord(Notice notice, string id)
    {
        var text = $"{Sign(notice)} **{notice.Title}**\n{notice.Text}\n({id})";
        return Bytes(new JsonObject
        {
            ["content"] = text.Length <= MaxDiscord ? text : $"{text[..(MaxDiscord - 1)]}…",
            ["allowed_mentions"] = new JsonObject { ["parse"] = new JsonArray() },
        });
    }

    /// <summary>learn.microsoft.com, actionable message card.</summary>
    public static byte[] Teams(Notice notice, string id) => Bytes(new JsonObject
    {
        ["@type"] = "MessageCard",
        ["@context"] = "https://schema.org/extensions",
        ["summary"] = notice.Title,
        ["themeColor"] = notice.State == "up" ? "1D6B41" : "B01F24",
        ["title"] = $"{Sign(notice)} {notice.Title}",
        ["text"] = $"{notice.Text}\n({id})".Replace("\n", "\n\n"),
    });

    private static string Sign(Notice notice) => notice.State == "up" ? "✅" : "❌";

    private static string Escape(string text) => text.Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;");

    private static byte[] Bytes(JsonObject message) => JsonSerializer.SerializeToUtf8Bytes(message);
}
