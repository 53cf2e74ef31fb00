using System.Text;
using System.Text.RegularExpressions;
using Analyzer.Engines.Contract;
using Analyzer.Engines.JavaScript.Invoking;
using Analyzer.Engines.JavaScript.Parsing;
using Analyzer.Engines.JavaScript.Text;
using Analyzer.Engines.Markup;
using Analyzer.Engines.Memory;
using Analyzer.Engines.Scripts;
using Analyzer.Engines.Shortcuts;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Html;

/// <summary>Looks at a page's tags, and at its scripts wherever they stand.</summary>
internal sealed class HtmlPage(Evidence evidence, ScriptLook scripts) : IMarkupSink
{
    // What a browser fetches, or follows by itself, as it shows the page.
    private static readonly HashSet<string> Fetching =
        ["img", "iframe", "frame", "embed", "object", "script", "link", "source", "video", "audio", "input", "body", "table", "td", "image",
            "use", "base"];

    // Long values of these are addresses, pictures and styles.
    private static readonly HashSet<string> Addressing =
        ["src", "href", "srcset", "style", "content", "d", "points", "integrity", "poster"];

    /// <summary>Letters of a text that nobody reads; a key or a token is shorter.</summary>
    private const int MuchData = 512;

    private static readonly Regex InnerScript = new(
        "<script[^>]*>([^<]*)", RegexOptions.IgnoreCase | RegexOptions.NonBacktracking);

    /// <summary>An attack needs one.</summary>
    private const int MaxComponents = 16;

    /// <summary>Scripts that write scripts.</summary>
    private const int MaxWritten = 2;

    /// <summary>More of a style sheet is not looked at.</summary>
    private const int MaxStyle = 64 << 10;

    private readonly InertTags _inert = new();
    private readonly StringBuilder _style = new();
    private readonly PooledList<byte> _shown = new(2 * MuchData);
    private readonly List<(string Id, long Offset, string Class)> _components = [];
    private long _shownOffset;
    private long _styleOffset;
    private bool _isStyle;
    private (long Offset, string Address)? _program;
    private bool _isScript;
    private long? _writtenAt;

    public void Tag(ReadOnlySpan<byte> tag, long offset)
    {
        offset = _writtenAt ?? offset;
        EndStyle();
        EndText();
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
            // ASP.NET keeps the state of its pages in fields such as __VIEWSTATE.
            var isState = attributes["name"] is ['_', '_', ..];
            if (value.Length >= MuchData && !isState && !Addressing.Contains(name) && CarriedData.Is(value))
            {
                scripts.NoteData(offset, name);
            }

            foreach (Match inside in InnerScript.Matches(name == "srcdoc" ? value : ""))
            {
                hasCode = true;
                scripts.Break();
                scripts.Read(Encoding.UTF8.GetBytes(inside.Groups[1].Value), offset);
                scripts.Break();
            }

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
        offset = _writtenAt ?? offset;
        if (_isScript)
        {
            scripts.Read(text, offset);
        }
        else if (_isStyle)
        {
            _styleOffset = _style.Length == 0 ? offset : _styleOffset;
            _style.Append(PlainText.Decode(text[..Math.Min(text.Length, MaxStyle - _style.Length)]));
        }
        else
        {
            _shownOffset = _shown.Count == 0 ? offset : _shownOffset;
            _shown.Append(text[..Math.Min(text.Length, (2 * MuchData) - _shown.Count)]);
        }
    }

    /// <summary>The page ends: reads what its scripts write into it, and what the scripts in that write.</summary>
    public void ReadWritten()
    {
        for (var depth = 0; depth < MaxWritten; depth++)
        {
            scripts.Break();
            foreach (var (text, offset) in scripts.TakeWritten())
            {
                _writtenAt = offset;
                var reader = new MarkupReader(this, isHtml: true);
                reader.Read(Encoding.UTF8.GetBytes(text), 0);
                reader.Complete();
                EndStyle();
                EndText();
            }
        }

        (_isScript, _writtenAt) = (false, null);
    }

    /// <summary>The page ends: a link that a script clicks is followed by nobody else, and all that scripts use is known.</summary>
    public void Complete()
    {
        EndStyle();
        foreach (var (_, place, component) in _components.Where(component => scripts.Uses(component.Id)))
        {
            evidence.Find(HtmlRules.Scripted, place, component);
        }

        if (scripts.UsesComponent is (var used, var text))
        {
            evidence.Find(HtmlRules.ActiveX, used, text);
            evidence.Find(HtmlRules.Scripted, used, text);
        }

        if (_program is (var offset, var address) && scripts.Clicks)
        {
            evidence.Find(HtmlRules.LoadsProgram, offset, address);
        }
    }

    public void Clear()
    {
        _inert.Clear();
        _style.Clear();
        _shown.Clear();
        _components.Clear();
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

        if (tag.LocalName == "script" && language.EndsWith(".encode", StringComparison.OrdinalIgnoreCase))
        {
            evidence.Find(ScriptRules.Encoded, offset, language);
        }

        // What the control of Windows' help starts: ",cmd.exe,/c ...".
        if (tag.LocalName == "param" && tag["value"] is [',', ..] command && ShellCommands.HasOne(command))
        {
            evidence.Find(HtmlRules.Scheme, offset, command);
        }

        // Components that install something are told so what to fetch; applets are archives themselves.
        if (tag.LocalName == "param" && tag["value"] is { } given && ProgramNames.IsAddress(given)
            && !given.EndsWith(".jar", StringComparison.OrdinalIgnoreCase))
        {
            evidence.Find(HtmlRules.LoadsProgram, offset, given);
        }

        if (tag.LocalName == "object" && tag["classid"] is { Length: > 0 } component)
        {
            evidence.Find(HtmlRules.ActiveX, offset, component);
            if ((tag["id"] ?? tag["name"]) is { } id && _components.Count < MaxComponents && !Players.Has(component))
            {
                _components.Add((id, offset, component));
            }
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

    /// <summary>Ends a text of the page: it can hold what its scripts decode, and hide that.</summary>
    public void EndText()
    {
        if (_shown.Count >= MuchData && CarriedData.Is(Encoding.Latin1.GetString(_shown.Span).Trim()))
        {
            scripts.NoteData(_shownOffset, "text");
        }

        _shown.Empty();
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
        if (name == "content" && address?.StartsWith("data:text/html", StringComparison.OrdinalIgnoreCase) == true)
        {
            evidence.Find(HtmlRules.CarriedPage, offset, address);
        }

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
