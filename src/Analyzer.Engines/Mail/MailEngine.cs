using System.Text;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Mail;

/// <summary>Opens messages and web archives (EML, MHT): every body and attachment is a part.</summary>
internal sealed class MailEngine : StreamingEngine
{
    private static readonly string[] Telling =
    [
        "mime-version:", "content-type:", "content-transfer-encoding:", "received:", "message-id:", "return-path:", "delivered-to:",
        "dkim-signature:", "x-mailer:", "x-received:", "x-originating-ip:", "x-mozilla-status:", "x-ms-exchange-", "x-ms-has-attach:",
        "authentication-results:", "received-spf:", "arc-seal:", "arc-message-signature:", "arc-authentication-results:",
        "list-unsubscribe:", "in-reply-to:",
    ];

    private static readonly string[] Usual = ["from:", "to:", "subject:", "date:", "cc:", "reply-to:", "sender:"];

    private readonly MailReader _reader;
    private readonly MailLines _lines;

    public MailEngine()
    {
        _reader = new(Evidence);
        _lines = new(_reader);
    }

    public override IReadOnlyList<EngineRule> Rules => MailRules.All;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        _lines.Complete();
        _reader.Complete();
        Evidence.Find(MailRules.Message);
        return Evidence.Assess("message/rfc822");
    }

    public override void Reset()
    {
        _lines.Clear();
        _reader.Clear();
        base.Reset();
    }

    // Headers from the first line on, and among them one that only messages have, or three that they usually have.
    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        var usual = 0;
        var text = HasFirstLine(prefix) ? prefix[(prefix.IndexOf((byte)'\n') + 1)..] : prefix;
        text = text.TrimStart("\uFEFF\r\n "u8);
        while (!text.IsEmpty)
        {
            var end = text.IndexOf((byte)'\n');
            var line = end < 0 ? text : text[..end];
            text = end < 0 ? [] : text[(end + 1)..];
            if (line is [(byte)' ' or (byte)'\t', ..] && line.TrimEnd("\r "u8).Length > 0)
            {
                continue;
            }

            if (Begins(line, Telling))
            {
                return true;
            }

            usual += Begins(line, Usual) ? 1 : 0;
            if (usual >= 3)
            {
                return true;
            }

            if (!IsHeader(line))
            {
                return false;
            }
        }

        return false;
    }

    /// <summary>Whether a line begins with a header that only messages have.</summary>
    public static bool HasTelling(ReadOnlySpan<byte> text)
    {
        foreach (var line in text.Split((byte)'\n'))
        {
            if (Begins(text[line], Telling))
            {
                return true;
            }
        }

        return false;
    }

    /// <param name="name">A header's.</param>
    public static bool IsTelling(string name) => Begins(Encoding.UTF8.GetBytes(name + ":"), Telling);

    protected override void Start() => _reader.Begin(Parts);

    protected override void Read(ReadOnlySpan<byte> bytes) => _lines.Read(bytes);

    // "From " of a mailbox; the number of bytes that Apple's Mail writes before a message.
    private static bool HasFirstLine(ReadOnlySpan<byte> text) => text.StartsWith("From "u8)
        || (text.IndexOf((byte)'\n') is > 0 and < 16 and var end
            && text[..end].TrimEnd(" \r"u8).IndexOfAnyExceptInRange((byte)'0', (byte)'9') < 0);

    private static bool Begins(ReadOnlySpan<byte> line, string[] names)
    {
        foreach (var name in names)
        {
            if (line.Length >= name.Length && Ascii.EqualsIgnoreCase(line[..name.Length], name))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsHeader(ReadOnlySpan<byte> line)
    {
        var colon = line.IndexOf((byte)':');
        return colon is > 0 and < 77 && line[..colon].IndexOfAnyExceptInRange((byte)'!', (byte)'~') < 0;
    }
}
