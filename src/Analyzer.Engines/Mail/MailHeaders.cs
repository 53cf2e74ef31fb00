using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Mail;

/// <summary>The headers of a message or of a part of one, as far as they say what follows.</summary>
internal sealed class MailHeaders
{
    private const int MaxLength = 64 * 1024;

    private readonly StringBuilder _text = new();
    private bool _isWanted;

    /// <summary>In lower case, such as <c>text/plain</c>, which is what a part is that does not say.</summary>
    public string ContentType { get; private set; } = "text/plain";

    public string? Boundary { get; private set; }

    /// <summary>Decoded; null when there is none.</summary>
    public string? FileName { get; private set; }

    /// <summary>In lower case.</summary>
    public string Encoding { get; private set; } = "";

    /// <summary>Whether the type or the encoding is told twice, and not alike.</summary>
    public bool SaysTwoThings { get; private set; }

    public void Clear()
    {
        _text.Clear();
        (_isWanted, ContentType, Boundary, FileName, Encoding, SaysTwoThings) = (false, "text/plain", null, null, "", false);
    }

    /// <summary>Adds a line; of most headers nothing is kept.</summary>
    public void Add(ReadOnlySpan<byte> line)
    {
        var text = PlainText.Decode(line.TrimEnd("\r\n"u8));
        var isContinuation = text.Length > 0 && text[0] is ' ' or '\t';
        if (!isContinuation)
        {
            _isWanted = text.StartsWith("content-", StringComparison.OrdinalIgnoreCase);
        }

        if (_isWanted && _text.Length + text.Length < MaxLength)
        {
            _text.Append(isContinuation ? "" : "\n").Append(text);
        }
    }

    /// <summary>Reads what was added.</summary>
    public void Complete()
    {
        var (name, hasType) = ((string?)null, false);
        foreach (var header in _text.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var colon = header.IndexOf(':', StringComparison.Ordinal);
            if (colon < 0)
            {
                continue;
            }

            var value = header[(colon + 1)..].Trim();
            switch (header[..colon].Trim().ToLowerInvariant())
            {
                case "content-type":
                    var type = value.Split(';')[0].Trim().ToLowerInvariant();
                    SaysTwoThings |= hasType && type != ContentType;
                    (ContentType, hasType) = (type, true);
                    Boundary = HeaderParameters.Find(value, "boundary");
                    name ??= HeaderParameters.Find(value, "name");
                    break;
                case "content-disposition":
                    FileName ??= HeaderParameters.Find(value, "filename");
                    break;
                // The scripts of a saved page are no files of somebody's.
                case "content-location" when !Addresses.IsWeb(value) || !value.EndsWith(".js", StringComparison.OrdinalIgnoreCase):
                    name ??= value[(value.LastIndexOfAny(['/', '\\']) + 1)..];
                    break;
                case "content-transfer-encoding":
                    var encoding = value.Split([';', ' ', '\t', '('])[0].Trim('"').ToLowerInvariant();
                    SaysTwoThings |= Encoding.Length > 0 && encoding != Encoding;
                    Encoding = encoding;
                    break;
            }
        }

        FileName ??= name;
    }
}
