using System.Text;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Markup;
using Analyzer.Engines.Scripts;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Html;

/// <summary>Reads web pages: what their scripts do, where their tags lead, and which files they carry in encoded form.</summary>
internal sealed class HtmlEngine : StreamingEngine
{
    private const string MediaType = "text/html";

    private readonly ScriptLook _scripts = new();
    private readonly EncodedFiles _files = new();
    private readonly WideText _wide = new();
    private readonly HtmlPage _page;
    private readonly MarkupReader _reader;
    private long _offset;

    public HtmlEngine()
    {
        _page = new(Evidence, _scripts);
        _reader = new(_page, isHtml: true);
    }

    public override IReadOnlyList<EngineRule> Rules => HtmlRules.All;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        _reader.Complete();
        _files.Complete();
        _page.EndText();
        _page.ReadWritten();
        _scripts.Judge(ScriptKind.Page, Evidence);
        _page.Complete();
        if (_reader.HasLostText)
        {
            Evidence.Miss(Gap.TooLarge);
        }

        return Evidence.Assess(MediaType);
    }

    public override void Reset()
    {
        _reader.Clear();
        _page.Clear();
        _scripts.Clear();
        _files.Reset();
        _offset = 0;
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        _wide.Begin(prefix);
        var text = WideText.WithoutMark(_wide.Narrow(prefix));
        return MarkupSignatures.Find(text) == MediaType || HasPage(text);
    }

    protected override void Start() => _files.Begin(Parts);

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        var text = _wide.Narrow(bytes);
        _reader.Read(text, _offset);
        _files.Read(text, _offset);
        _offset += text.Length; // of wide text, its letters: however it is cut
    }

    // A browser looks further than at the first tag when the name says that it is a page.
    private static bool HasPage(ReadOnlySpan<byte> text) =>
        text.TrimStart("\uFEFF \t\r\n"u8) is [(byte)'<', ..]
            && IndexOf(text, "<html") | IndexOf(text, "<script") | IndexOf(text, "<body") | IndexOf(text, "<hta:");

    private static bool IndexOf(ReadOnlySpan<byte> text, string tag)
    {
        for (var at = 0; at + tag.Length <= text.Length; at++)
        {
            if (text[at] == '<' && Ascii.EqualsIgnoreCase(text.Slice(at, tag.Length), tag))
            {
                return true;
            }
        }

        return false;
    }
}
