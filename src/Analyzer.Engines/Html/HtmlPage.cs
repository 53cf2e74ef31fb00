using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.JavaScript.Parsing;
using Analyzer.Engines.Markup;
using Analyzer.Engines.Scripts;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Html;

/// <summary>Looks at a page's tags, and at its scripts wherever they stand.</summary>
internal sealed class HtmlPage(Evidence evidence, ScriptLook scripts) : IMarkupSink
{
    // What a browser fetches, or follows by itself, as it shows the page.
    private static readonly HashSet<string> Fetching =
        ["img", "iframe", "frame", "embed", "object", "script", "link", "source", "video", "audio", "input", "body", "table", "td", "image",
            "use", "base"];

    /// <summary>More of a style sheet is not looked at.</summary>
    private const int MaxStyle = 64 << 10;

    private readonly InertTags _inert = new();
    private readonly StringBuilder _style = new();
    private long _styleOffset;
    private bool _isStyle;
    private (long Offset, string Address)? _program;
    private bool _isScript;

    public void Tag(ReadOnlySpan<byte> tag, long offset)
    {
        EndStyle();
        if (tag[0] is (byte)'/' or (byte)'!')
        {
            _isScript = false;
            return;
        }

        if (_inert.Has(tag))
        {
            _isScript = false;
            return;
        }

        var (notes, hasCode) = (evidence.Notes, false);
        var attributes = TagAttributes.Parse(tag);
        _isScript = attributes.LocalName == "script" && !IsData(attributes["type"]);
        if (_isScript)
        {
            evidence.Find(HtmlRules.Script, offset);
            scripts.Break();
            if (DataAddresses.Decode(attributes["src"]) is { } carried)
            {
                scripts.Read(carried, offset);
                scripts.Break();
            }
        }

        _isStyle = attributes.LocalName == "style";

        LookAt(attributes, offset);
        foreach (var (name, value) in attributes.All)
        {
            if ((name.StartsWith("on", StringComparison.Ordinal) && name.Length > 3) || Addresses.IsScript(value))
            {
                hasCode = true;
                scripts.Break();
                scripts.Read(Encoding.UTF8.GetBytes(value), offset);
                scripts.Break(waits: Waits(attributes.LocalName, name));
            }
        }

        if (evidence.Notes == notes && !hasCode && !_isScript && !_isStyle)
        {
            _inert.Add(tag);
        }
    }

    public void Text(ReadOnlySpan<byte> text, long offset)
    {
        if (_isScript)
        {
            scripts.Read(text, offset);
        }
        else if (_isStyle)
        {
            _styleOffset = _style.Length == 0 ? offset : _styleOffset;
            _style.Append(PlainText.Decode(text[..Math.Min(text.Length, MaxStyle - _style.Length)]));
        }
    }

    /// <summary>The page ends: a link that a script clicks is followed by nobody else.</summary>
    public void Complete()
    {
        EndStyle();
        if (_program is (var offset, var address) && scripts.Clicks)
        {
            evidence.Find(HtmlRules.LoadsProgram, offset, address);
        }
    }

    public void Clear()
    {
        _inert.Clear();
        _style.Clear();
        (_isScript, _isStyle, _program) = (false, false, null);
    }

    // Anything can be a click on the whole page.
    private static bool Waits(string tag, string attribute) =>
        tag is not ("body" or "html") && (ClickHandlers.IsAttribute(attribute) || (tag == "a" && attribute == "href"));

    // JSON and templates are text to a browser (HTML Standard, 4.12.1).
    private static bool IsData(string? type) => type is not null
        && (type.Contains("json", StringComparison.OrdinalIgnoreCase) || type.Contains("template", StringComparison.OrdinalIgnoreCase));

    private void LookAt(TagAttributes tag, long offset)
    {
        if (tag.Name is "hta:application")
        {
            evidence.Find(HtmlRules.Application, offset);
        }

        var language = tag["language"] ?? tag["type"] ?? "";
        if (tag.LocalName is "script" or "body" && language.Contains("vbs", StringComparison.OrdinalIgnoreCase))
        {
            evidence.Find(HtmlRules.VisualBasic, offset, language);
        }

        if (tag.LocalName == "object" && tag["classid"] is { Length: > 0 } component)
        {
            evidence.Find(HtmlRules.ActiveX, offset, component);
        }

        foreach (var (name, value) in tag.All)
        {
            LookAtAddress(tag, name, value, offset);
            if (name == "style")
            {
                LookAtStyle(value, offset);
            }
        }
    }

    private void EndStyle()
    {
        if (_style.Length > 0)
        {
            LookAtStyle(_style.ToString(), _styleOffset);
            _style.Clear();
        }

        _isStyle = false;
    }

    private void LookAtStyle(string style, long offset)
    {
        if (StyleAddresses.FindShare(style) is { } share)
        {
            evidence.Find(HtmlRules.Share, offset, share);
        }
    }

    private void LookAtAddress(TagAttributes tag, string name, string value, long offset)
    {
        var isAddress = name is "src" or "href" or "data" or "action" or "formaction" or "background" or "poster" or "codebase"
            or "xlink:href" or "content" or "srcset";
        var address = name == "content" ? Refreshed(value) : value;
        if (!isAddress || address is null)
        {
            return;
        }

        if (Addresses.StartsProgram(address))
        {
            evidence.Find(HtmlRules.Scheme, offset, address);
        }
        else if (Addresses.IsShare(address) && (Fetching.Contains(tag.LocalName) || tag.LocalName is "meta" or "a"))
        {
            evidence.Find(HtmlRules.Share, offset, address);
        }
        else if (ProgramNames.IsAddress(address))
        {
            if (tag.LocalName is "iframe" or "frame" or "embed" or "object" or "meta")
            {
                evidence.Find(HtmlRules.LoadsProgram, offset, address);
            }
            else if (tag.LocalName == "a")
            {
                _program ??= (offset, address);
            }
        }
        else if (tag.LocalName == "a" && tag["download"] is not null
            && address.TrimStart().StartsWith("data:", StringComparison.OrdinalIgnoreCase)
            && !address.TrimStart().StartsWith("data:image/", StringComparison.OrdinalIgnoreCase))
        {
            evidence.Find(HtmlRules.CarriedDownload, offset, tag["download"]);
        }
    }

    // <meta http-equiv="refresh" content="0; url=...">
    private static string? Refreshed(string content) =>
        content.IndexOf("url=", StringComparison.OrdinalIgnoreCase) is >= 0 and var at ? content[(at + 4)..].Trim(' ', '"', '\'') : null;
}
