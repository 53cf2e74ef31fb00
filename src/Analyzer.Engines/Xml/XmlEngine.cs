using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Markup;
using Analyzer.Engines.Scripts;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Xml;

/// <summary>Reads XML: parts of office documents, pictures, script files, and files that Windows opens by doing what they say.</summary>
internal sealed class XmlEngine : StreamingEngine
{
    private readonly ScriptLook _scripts = new();
    private readonly EncodedFiles _files = new();
    private readonly WideText _wide = new();
    private readonly XmlContent _content;
    private readonly MarkupReader _reader;
    private long _offset;

    public XmlEngine()
    {
        _content = new(Evidence, _scripts);
        _reader = new(_content, isHtml: false);
    }

    public override IReadOnlyList<EngineRule> Rules => XmlRules.All;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        _reader.Complete();
        _files.Complete();
        _content.Complete();
        _scripts.Judge(Evidence.Has(XmlRules.ScriptFile) ? ScriptKind.Windows : ScriptKind.Page, Evidence);
        if (_content.Root == "svg" && _scripts.Leads is (var offset, var excerpt))
        {
            Evidence.Find(XmlRules.PictureLeads, offset, excerpt);
        }

        if (_content.IsEncrypted)
        {
            Evidence.Miss(Gap.NeedsPassword);
        }

        if (_reader.HasLostText)
        {
            Evidence.Miss(Gap.TooLarge);
        }

        return Evidence.Assess(_content.Root == "svg" ? "image/svg+xml" : "text/xml");
    }

    public override void Reset()
    {
        _reader.Clear();
        _content.Clear();
        _scripts.Clear();
        _files.Reset();
        _offset = 0;
        base.Reset();
    }

    // XML says so itself, or its first element does, by a prefix or a namespace; a page is left to the engine for HTML.
    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        _wide.Begin(prefix);
        var text = WideText.WithoutMark(_wide.Narrow(prefix)).TrimStart(" \t\r\n"u8);
        if (MarkupSignatures.IsXml(text))
        {
            return !HasPage(text);
        }

        var end = text.IndexOf((byte)'>');
        var first = end < 0 ? text : text[..end];
        return text is [(byte)'<', not ((byte)'!' or (byte)'/' or (byte)'?'), ..]
            && (first.IndexOf("xmlns"u8) > 0 || IsPrefixed(first) || IsKnown(TagAttributes.NameOf(first[1..]))) && !HasPage(text);
    }

    protected override void Start()
    {
        _files.Begin(Parts);
        _content.IsOfChart = Parts.Name?.Contains("/charts/_rels/", StringComparison.Ordinal) == true;
    }

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        var text = _wide.Narrow(bytes);
        _reader.Read(text, _offset);
        _files.Read(text, _offset);
        _offset += text.Length; // of wide text, its letters: however it is cut
    }

    private static bool IsKnown(string root) => root is "svg" or "job" or "package" or "scriptlet" or "component" or "jnlp" or "types"
        or "relationships";

    private static bool IsPrefixed(ReadOnlySpan<byte> tag)
    {
        var name = tag[1..];
        var end = name.IndexOfAny((byte)' ', (byte)'/', (byte)':');
        return end > 0 && name[end] is (byte)':' or (byte)'/' && !name.StartsWith("hta:"u8);
    }

    private static bool HasPage(ReadOnlySpan<byte> text) => text.IndexOf("<html"u8) >= 0 || text.IndexOf("<HTML"u8) >= 0;
}
