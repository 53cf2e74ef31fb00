using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.JavaScript.Parsing;
using Analyzer.Engines.Markup;
using Analyzer.Engines.Office;
using Analyzer.Engines.Ole;
using Analyzer.Engines.Scripts;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Xml;

/// <summary>Looks at the tags and texts of XML that can act, in any of the formats that are written in XML.</summary>
internal sealed class XmlContent(Evidence evidence, ScriptLook scripts) : IMarkupSink
{
    private const int MaxFields = 16 * 1024;
    private const int MaxUrl = 1024;

    /// <summary>No formula of Excel is longer (Microsoft, "Excel specifications and limits").</summary>
    private const int MaxFormula = 8192;

    // Files that Windows and its tools open by doing what they say.
    private static readonly HashSet<string> Starters =
        ["pcsettings", "jnlp", "mmc_consolefile", "task", "appinstaller"];

    // Folders of Windows' shell that can lie elsewhere: a library, a search, what a search asks.
    private static readonly HashSet<string> Folders = ["searchconnectordescription", "librarydescription", "persistedquery"];

    private readonly StringBuilder _fields = new();
    private readonly StringBuilder _url = new();
    private readonly StringBuilder _formula = new();
    private readonly InertTags _inert = new();
    private readonly SettingsProfile _profile = new();
    private long _fieldsOffset;
    private Within _within;

    private enum Within
    {
        Nothing,
        Script,
        Field,
        Url,
        Profile,
        Formula,
    }

    /// <summary>The name of the outermost element in lower case, without its prefix; null before there is one.</summary>
    public string? Root { get; private set; }

    /// <summary>Whether the document's own list of its parts says that they are encrypted.</summary>
    public bool IsEncrypted { get; private set; }

    /// <summary>Whether the file names what a chart refers to.</summary>
    public bool IsOfChart { get; set; }

    private bool IsScriptFile => Root is "job" or "package" or "component" or "scriptlet";

    public void Tag(ReadOnlySpan<byte> tag, long offset)
    {
        switch (tag[0])
        {
            case (byte)'/':
                Leave(tag, offset);
                return;
            case (byte)'!':
                LookAtEntity(tag, offset);
                return;
            case (byte)'?':
                LookAtInstruction(tag, offset);
                return;
        }

        if (_inert.Has(tag))
        {
            return;
        }

        var (notes, isFirst) = (evidence.Notes, Root is null);
        var attributes = TagAttributes.Parse(tag);
        if (isFirst)
        {
            Root = attributes.LocalName;
            LookAtRoot(tag, offset);
        }

        if (!LookAt(attributes, attributes.LocalName, offset) && evidence.Notes == notes && !isFirst)
        {
            _inert.Add(tag);
        }
    }

    public void Text(ReadOnlySpan<byte> text, long offset)
    {
        switch (_within)
        {
            case Within.Script:
                scripts.Read(text, offset);
                break;
            case Within.Field:
                Append(_fields, text, MaxFields);
                break;
            case Within.Url:
                Append(_url, text, MaxUrl);
                break;
            case Within.Profile:
                _profile.Text(PlainText.Decode(text));
                break;
            case Within.Formula:
                Append(_formula, text, MaxFormula);
                break;
        }
    }

    /// <summary>Judges what can be judged only as a whole.</summary>
    public void Complete()
    {
        if (_fields.Length > 0)
        {
            FieldCodes.LookAt(_fields.ToString(), evidence, _fieldsOffset);
        }

        _profile.Judge(evidence);
    }

    public void Clear()
    {
        _fields.Clear();
        _url.Clear();
        _formula.Clear();
        _inert.Clear();
        _profile.Clear();
        (_fieldsOffset, _within, Root, IsEncrypted, IsOfChart) = (0, Within.Nothing, null, false, false);
    }

    private static void Append(StringBuilder text, ReadOnlySpan<byte> bytes, int maxLength) =>
        text.Append(PlainText.Decode(bytes[..Math.Clamp(maxLength - text.Length, 0, bytes.Length)]));

    private void Leave(ReadOnlySpan<byte> tag, long offset)
    {
        if (_within == Within.Nothing)
        {
            return;
        }

        var name = TagAttributes.NameOf(tag);
        if (_within == Within.Url)
        {
            LookAtPlace(_url.ToString().Trim(), offset);
            _url.Clear();
        }
        else if (_within == Within.Formula)
        {
            SheetFormulas.LookAt(TagAttributes.WithoutEntities(_formula.ToString()), evidence, offset);
            _formula.Clear();
        }
        else if (_within == Within.Profile)
        {
            _profile.End(name);
        }

        // A field's text goes on over many runs of text.
        if (_within != Within.Field || name.EndsWith("instrtext", StringComparison.Ordinal))
        {
            _within = Within.Nothing;
        }
    }

    private void LookAtRoot(ReadOnlySpan<byte> tag, long offset)
    {
        // Settings and descriptions of programs are packages and components as well; theirs have no script.
        if (Root is "job" or "scriptlet")
        {
            evidence.Find(XmlRules.ScriptFile, offset);
        }

        if (Root is "macrosheet")
        {
            evidence.Find(OfficeRules.Excel4Macro, offset);
        }

        // "task" is the name of other things too.
        var isStarter = Root is "task" ? tag.IndexOf("schemas.microsoft.com/windows"u8) >= 0
            : Starters.Contains(Root!);
        if (isStarter)
        {
            evidence.Find(XmlRules.Starter, offset, Root);
        }
    }

    /// <returns>Whether the text behind it, or what is found later, depends on it.</returns>
    private bool LookAt(TagAttributes tag, string localName, long offset)
    {
        var hasEntered = true;
        switch (localName)
        {
            case "relationship" when tag["targetmode"] is "External" or "external":
                LookAtRelationship(tag["type"] ?? "", tag["target"] ?? "", offset);
                return true;
            case "ocx" when tag["classid"] is { } component && Guid.TryParse(component, out var control)
                && OleClasses.RuleOf(control) is { } attacked:
                evidence.Find(attacked, offset, component);
                break;
            case "override" or "default" when tag["contenttype"] is { } type:
                LookAtContentType(type, offset);
                return true;
            case "instrtext":
                Enter(Within.Field, offset);
                break;
            case "fldsimple":
                FieldCodes.LookAt(tag["instr"] ?? "", evidence, offset);
                break;
            case "f" or "formula" or "formula1" or "definedname" when Root is "worksheet" or "workbook":
                Enter(Within.Formula, offset);
                break;
            case "ddelink" or "dde-source" or "dde-connection-decl":
                evidence.Find(OfficeRules.Dde, offset, tag["ddeservice"] ?? tag["dde-application"]);
                break;
            case "module" when tag.Name.StartsWith("script:", StringComparison.Ordinal):
                evidence.Find(OfficeRules.Macro, offset, tag["name"]);
                Enter(Within.Script, offset);
                break;
            case "source-code" when tag.Name.StartsWith("ooo:", StringComparison.Ordinal): // in one file of XML
                evidence.Find(OfficeRules.Macro, offset);
                Enter(Within.Script, offset);
                break;
            case "worddocument" when tag["w:macrospresent"] is "yes":
                evidence.Find(OfficeRules.Macro, offset, "macrosPresent");
                break;
            case "event-listener" when tag["href"] is { } macro:
                evidence.Find(OfficeRules.AutoMacro, offset, macro);
                break;
            case "encryption-data":
                IsEncrypted = true;
                break;
            case "script":
                EnterScript(tag, offset);
                break;
            case "iframe" or "embed" or "object" when Root == "svg":
                evidence.Find(XmlRules.PictureLeads, offset, tag["src"] ?? tag["data"]);
                break;
            case "deployment" when Root == "assembly":
                evidence.Find(XmlRules.Starter, offset, "ClickOnce");
                break;
            case "usingtask" when tag["taskfactory"] is not null:
                evidence.Find(XmlRules.Starter, offset, "UsingTask");
                break;
            case "url" or "simplelocation" or "deeplink" or "iconreference" when Starters.Contains(Root!) || Folders.Contains(Root!):
                Enter(Within.Url, offset);
                break;
            case "include" when Root == "persistedquery" && tag["path"] is { } path:
                LookAtPlace(path, offset);
                break;
            case "key" or "string" when Root == "plist":
                _profile.Begin(localName);
                Enter(Within.Profile, offset);
                break;
            case "animate" or "set" when Array.Exists(["to", "from", "by", "values"], name => GivesScript(tag[name])):
                evidence.Find(XmlRules.RunningAnimation, offset, tag["attributename"]);
                break;
            default:
                hasEntered = false;
                break;
        }

        LookAtAttributes(tag, localName, offset);
        return hasEntered;
    }

    private void LookAtAttributes(TagAttributes tag, string localName, long offset)
    {
        foreach (var (name, value) in tag.All)
        {
            if (Root is "svg" or "html"
                && ((name.StartsWith("on", StringComparison.Ordinal) && name.Length > 3) || Addresses.IsScript(value)))
            {
                evidence.Find(XmlRules.Script, offset, value);
                scripts.Break();
                scripts.Read(Encoding.UTF8.GetBytes(value), offset);
                scripts.Break(waits: ClickHandlers.IsAttribute(name));
            }
            else if (name == "formula" || name.EndsWith(":formula", StringComparison.Ordinal))
            {
                SheetFormulas.LookAt(value, evidence, offset);
            }
            else if (name == "action" && value.StartsWith("ppaction://program", StringComparison.OrdinalIgnoreCase))
            {
                evidence.Find(OfficeRules.StartingLink, offset, value);
            }
            else if (name is "href" or "xlink:href" or "src" or "store")
            {
                LookAtAddress(localName, value, offset, isFetched: localName is not "a");
            }
        }
    }

    // Several values stand behind each other: "/part;javascript:f()".
    private static bool GivesScript(string? values) => values is not null && values.Split(';').Any(Addresses.IsScript);

    private void LookAtPlace(string address, long offset)
    {
        if (Addresses.IsWeb(address) && Folders.Contains(Root!))
        {
            evidence.Find(XmlRules.Starter, offset, address);
        }
        else
        {
            LookAtAddress("url", address, offset, isFetched: true);
        }
    }

    private void LookAtAddress(string element, string address, long offset, bool isFetched)
    {
        if (Addresses.StartsProgram(address))
        {
            evidence.Find(XmlRules.StartingAddress, offset, address);
        }
        else if (Addresses.IsShare(address) && isFetched)
        {
            evidence.Find(XmlRules.Share, offset, $"{element} {address}");
        }
    }

    // The table of a chart is fetched when somebody changes the chart, and not as it is shown.
    private void LookAtRelationship(string type, string target, long offset) => Relationship.LookAt(
        IsOfChart && type.EndsWith("/oleObject", StringComparison.Ordinal) ? "externalLinkPath" : type, target, evidence, offset);

    private void LookAtContentType(string type, long offset)
    {
        if (type.Contains("macrosheet", StringComparison.OrdinalIgnoreCase))
        {
            evidence.Find(OfficeRules.Excel4Macro, offset, type);
        }
        else if (type.Contains("vbaProject", StringComparison.OrdinalIgnoreCase)
            || type.Contains("macroEnabled", StringComparison.OrdinalIgnoreCase))
        {
            evidence.Find(OfficeRules.DeclaredMacro, offset, type);
        }
    }

    private void EnterScript(TagAttributes tag, long offset)
    {
        if (Root is "xdp")
        {
            evidence.Miss(Gap.ScriptNotJudged); // a form of Acrobat's outside of a document
        }
        else if (!IsScriptFile)
        {
            evidence.Find(XmlRules.Script, offset, tag["language"] ?? tag["type"]);
        }
        else
        {
            evidence.Find(XmlRules.ScriptFile, offset, tag["language"]);
        }

        scripts.Break();
        if (DataAddresses.Decode(tag["href"] ?? tag["xlink:href"] ?? tag["src"]) is { } carried)
        {
            scripts.Read(carried, offset);
            scripts.Break();
        }

        Enter(Within.Script, offset);
    }

    private void Enter(Within within, long offset)
    {
        if (within == Within.Field && _fields.Length == 0)
        {
            _fieldsOffset = offset;
        }

        _within = within;
    }

    // <!ENTITY name SYSTEM "address">
    private void LookAtEntity(ReadOnlySpan<byte> tag, long offset)
    {
        var text = PlainText.Decode(tag);
        var at = text.IndexOf("<!ENTITY", StringComparison.Ordinal);
        at = at < 0 ? text.IndexOf("!ENTITY", StringComparison.Ordinal) : at;
        if (at >= 0 && text.IndexOf("SYSTEM", at, StringComparison.Ordinal) >= 0)
        {
            evidence.Find(XmlRules.Entity, offset, text[at..]);
        }
    }

    // <?xml-stylesheet href="address"?>
    private void LookAtInstruction(ReadOnlySpan<byte> tag, long offset)
    {
        var attributes = TagAttributes.Parse(tag[1..]);
        if (attributes.Name == "xml-stylesheet" && attributes["href"] is { } href)
        {
            LookAtAddress("stylesheet", href, offset, isFetched: true);
        }
    }
}
