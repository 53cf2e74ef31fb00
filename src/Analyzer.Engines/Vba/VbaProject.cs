using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Office;
using Analyzer.Engines.Scripts;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Vba;

/// <summary>Judges the macros of one document, module by module.</summary>
internal sealed class VbaProject(Evidence evidence)
{
    private const int MaxModule = 1 << 20;
    private const ulong Auto = 1;

    // The names under which office programs call macros by themselves.
    private static readonly Automaton AutoNames = PhraseBook.Of(new[]
    {
        "autoopen(", "auto_open(", "autoexec(", "autoclose(", "auto_close(", "autonew(", "autoexit(", "document_open(", "document_close(",
        "document_new(", "document_beforeclose(", "documentopen(", "document_change(", "documentchange(", "workbook_open(",
            "workbook_activate(",
        "workbook_beforeclose(", "workbook_windowactivate(", "workbook_deactivate(", "worksheet_activate(", "worksheet_change(",
            "worksheet_calculate(",
        "slideshowbegin(", "onslideshowpagechange(", "presentation_open(", "app_documentopen(", "app_workbookopen(",
            "app_presentationopen(",
        "_painted(", "_painting(", "_gotfocus(", "_layout(", "_resize(", "_mouseenter(", "_mousemove(", "_mousehover(", "_beforenavigate2(",
        "_documentcomplete(", "_downloadcomplete(", "_navigatecomplete2(", "_statustextchange(", "contentcontrolonenter(",
            "application_startup(",
        "application_newmail(", "_onconnecting(", "_titlechange(",
    }.Select(name => (Auto, name)));

    private readonly ScriptLook _look = new(mayBeJavaScript: false);
    private readonly PhraseSearch _auto = new(AutoNames);
    private string? _shell;
    private bool _hasCode;

    /// <summary>Whether anything that belongs to macros was seen.</summary>
    public bool IsPresent { get; private set; }

    /// <summary>Reads the text of a module out of its stream, wherever in the stream it stands.</summary>
    /// <returns>False when there is none.</returns>
    public bool ReadModule(ReadOnlySpan<byte> stream)
    {
        var hasText = false;
        for (int at; (at = stream.IndexOf("\0Attribut"u8)) >= 0;)
        {
            // Before it stand the container's mark and a chunk's header; the byte of flags is the zero.
            if (at >= 3 && stream[at - 3] == 1 && (stream[at - 1] & 0x70) == 0x30)
            {
                hasText = IsPresent = true;
                ReadText(VbaDecompressor.Decompress(stream[(at - 3)..], MaxModule));
            }

            stream = stream[(at + 1)..];
        }

        return hasText;
    }

    /// <summary>Reads the text of macros.</summary>
    public void ReadText(ReadOnlySpan<byte> text)
    {
        _look.Break();
        _look.Read(text, 0);
        _auto.Break();
        _auto.Read(text, 0);
        foreach (var range in text.Split((byte)'\n'))
        {
            var line = text[range].Trim(" \t\r\0"u8);
            if (line.StartsWith("Attribute VB_Control"u8) && HasAttackedControl(line))
            {
                // The control's own data may be encrypted with the sheets; its module is not.
                evidence.Find(OfficeRules.OldControl, 0, PlainText.Decode(line));
            }

            if (!line.IsEmpty && !line.StartsWith("Attribute "u8) && !line.StartsWith("'"u8) && !line.StartsWith("Option "u8))
            {
                _hasCode = true;
                _shell ??= CallsShell(line) ? PlainText.Decode(line) : null;
            }
        }
    }

    /// <summary>Notes that the text of a module is missing, while its compiled form is there.</summary>
    public void MissText()
    {
        IsPresent = true;
        evidence.Find(OfficeRules.StompedMacro);
    }

    /// <summary>Text that looks like macros where no module can be found.</summary>
    public void ReadAnything(ReadOnlySpan<byte> bytes)
    {
        _auto.Read(bytes, 0);
        if (_auto.Marks != 0)
        {
            _hasCode = IsPresent = true;
            _look.Read(bytes, 0);
        }
    }

    public void Judge()
    {
        if (!IsPresent)
        {
            return;
        }

        if (!_hasCode && !evidence.Has(OfficeRules.StompedMacro))
        {
            evidence.Find(OfficeRules.EmptyMacro);
            return;
        }

        evidence.Find(OfficeRules.Macro);
        if (_auto.Marks != 0)
        {
            var (offset, excerpt) = _auto.First(Auto);
            evidence.Find(OfficeRules.AutoMacro, offset, excerpt);
        }

        _look.Judge(ScriptKind.Macro, evidence);
        if (_shell is not null && !evidence.Has(ScriptRules.MacroStarts))
        {
            evidence.Find(ScriptRules.MacroStarts, 0, _shell);
        }
    }

    public void Clear()
    {
        _look.Clear();
        _auto.Clear();
        (_hasCode, _shell, IsPresent) = (false, null, false);
    }

    private static bool HasAttackedControl(ReadOnlySpan<byte> line) => line.IndexOf("MSComctlLib, ListView"u8) >= 0
        || line.IndexOf("MSComctlLib, TreeView"u8) >= 0 || line.IndexOf("MSComctlLib, Toolbar"u8) >= 0;

    // The statement Shell, and not a member or a part of a word.
    private static bool CallsShell(ReadOnlySpan<byte> line)
    {
        const int length = 5;
        for (var at = 0; at + length < line.Length; at++)
        {
            if (Ascii.EqualsIgnoreCase(line.Slice(at, length), "shell"u8) && line[at + length] is (byte)' ' or (byte)'('
                && (at == 0 || !(char.IsAsciiLetterOrDigit((char)line[at - 1]) || line[at - 1] is (byte)'_' or (byte)'.' or (byte)'"')))
            {
                return true;
            }
        }

        return false;
    }
}
