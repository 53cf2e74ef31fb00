using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>The body that each service expects.</summary>
internal static class MessageFormats
{
    private const int MaxDiscord = 2000;
    private const int MaxSlack = 30_000; // of 40,000; what is escaped grows
    private const int MaxTeams = 20_000; // of 28 KB for the whole card
    private const int NoEmbeds = 4;

    /// <summary>Letters as they are: services count the bytes of a body, and six for an escaped letter.</summary>
    private static readonly JsonSerializerOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>All that is known, with <c>id</c>, <c>title</c> and <c>text</c>.</summary>
    public static byte[] Webhook(Notice notice, string id)
    {
        var message = JsonNode.Parse($"{notice}")!.AsObject();
        message.Insert(0, "id", id);
        message.Insert(1, "title", notice.Title);
        message.Insert(2, "text", notice.Text);
        return JsonSerializer.SerializeToUtf8Bytes(message);
    }

    /// <summary>
    /// docs.slack.dev, incoming webhooks: &amp;, &lt; and &gt; are escaped, and the target's address is not visited for a preview.
    /// </summary>
    public static byte[] Slack(Notice notice, string id) => Bytes(new JsonObject
    {
        ["text"] = Escape(MessageText.Whole(notice, id, MaxSlack, MessageText.Characters, bold: "*")),
        ["unfurl_links"] = false,
        ["unfurl_media"] = false,
    });

    /// <summary>
    /// discord.com/developers, execute webhook: 2,000 characters; names in the text mention nobody, and the target's address is not visited
    /// for a preview.
    /// </summary>
    public static byte[] Discord(Notice notice, string id) => Bytes(new JsonObject
    {
        ["content"] = MessageText.Whole(notice.WithoutLinks(), id, MaxDiscord, MessageText.Characters, bold: "**"),
        ["allowed_mentions"] = new JsonObject { ["parse"] = new JsonArray() },
        ["flags"] = NoEmbeds,
    });

    /// <summary>
    /// learn.microsoft.com, "Create incoming webhooks with Workflows": an adaptive card in a message. The connectors before it, which took
    /// message cards, have ended.
    /// </summary>
    public static byte[] Teams(Notice notice, string id) => Bytes(new JsonObject
    {
        ["type"] = "message",
        ["attachments"] = new JsonArray(new JsonObject
        {
            ["contentType"] = "application/vnd.microsoft.card.adaptive",
            ["contentUrl"] = null,
            ["content"] = new JsonObject
            {
                ["$schema"] = "http://adaptivecards.io/schemas/adaptive-card.json",
                ["type"] = "AdaptiveCard",
                ["version"] = "1.4",
                ["body"] = new JsonArray(
                    Block($"{notice.Mark} {notice.Title}", new()
                    {
                        ["size"] = "Medium",
                        ["weight"] = "Bolder",
                        ["color"] = notice.IsGood ? "Good" : notice.IsBad ? "Attention" : "Default",
                    }),
                    Block(MessageText.Body(notice.WithoutLinks(), id, MaxTeams, MessageText.Bytes).Replace("\n", "\n\n"), [])),
                ["msteams"] = new JsonObject { ["width"] = "Full" },
            },
        }),
    });

    public static byte[] Bytes(JsonObject message) => JsonSerializer.SerializeToUtf8Bytes(message, Plain);

    private static JsonObject Block(string text, JsonObject look)
    {
        (look["type"], look["text"], look["wrap"]) = ("TextBlock", text, true);
        return look;
    }

    private static string Escape(string text) => text.Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;");
}
