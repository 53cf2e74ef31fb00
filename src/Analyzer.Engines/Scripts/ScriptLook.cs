using Analyzer.Engines.Contract;
using Analyzer.Engines.JavaScript;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Scripts;

/// <summary>Looks at the words of a script as they pass, and says what they mean for the kind of script that it turned out to be.</summary>
/// <param name="mayBeJavaScript">Whether it may be JavaScript, which is parsed as well: words can be hidden.</param>
internal sealed class ScriptLook(bool mayBeJavaScript = true)
{
    private const ScriptMark Starting = ScriptMark.Starts | ScriptMark.Commands | ScriptMark.ShellObject;

    // What a script that does an administrator's work has no need of.
    private const ScriptMark Unusual =
        ScriptMark.Downloads | ScriptMark.Decodes | ScriptMark.RunsDecoded | ScriptMark.Hides | ScriptMark.Persists;

    private readonly PhraseSearch _search = new(ScriptPhrases.Book);
    private readonly JavaScriptLook? _javaScript = mayBeJavaScript ? new() : null;

    /// <summary>Whether a script clicks something by itself; known when it has been judged.</summary>
    public bool Clicks => _javaScript?[ScriptEffect.Clicks] is not null;

    /// <summary>Where a script leads elsewhere, or runs or writes what it does not show, by itself; known once it was judged.</summary>
    public (long Offset, string Excerpt)? Leads => _javaScript?[ScriptEffect.Connects] ?? _javaScript?[ScriptEffect.DecodesAndRuns]
        ?? _javaScript?[ScriptEffect.UsesUnpacked] ?? _javaScript?[ScriptEffect.WritesDecoded];

    public ScriptMark Marks => (ScriptMark)_search.Marks;

    /// <summary>Where a script has a component of Windows do something that it made itself; known when it has been judged.</summary>
    public (long Offset, string Excerpt)? UsesComponent => _javaScript?[ScriptEffect.UsesComponent];

    /// <inheritdoc cref="JavaScriptLook.TakeWritten"/>
    public List<(string Text, long Offset)> TakeWritten() => _javaScript?.TakeWritten() ?? [];

    /// <inheritdoc cref="JavaScriptLook.Uses"/>
    public bool Uses(string name) => _javaScript?.Uses(name) == true;

    /// <summary>Notes that the page holds data outside of its scripts that nobody can read.</summary>
    public void NoteData(long offset, string where) => _javaScript?.NoteData(offset, where);

    public void Read(ReadOnlySpan<byte> text, long offset)
    {
        _search.Read(text, offset);
        _javaScript?.Read(text, offset);
    }

    /// <summary>Ends one script; another follows.</summary>
    /// <param name="waits">Whether it waits for the reader's click.</param>
    public void Break(bool waits = false)
    {
        _search.Break();
        _javaScript?.Break(waits);
    }

    /// <inheritdoc cref="JavaScriptLook.IsScript"/>
    public bool IsJavaScript() => _javaScript?.IsScript() == true;

    public void Clear()
    {
        _search.Clear();
        _javaScript?.Clear();
    }

    /// <summary>Adds what one mark means, if it was seen.</summary>
    public void Find(EngineRule rule, ScriptMark mark, Evidence evidence) => Find(evidence, rule, mark, Marks);

    /// <summary>Adds the macros of Excel 4.0 that the text of a sheet shows.</summary>
    /// <param name="isTable">Whether the text is a table in the SYLK format.</param>
    public void FindSheetMacro(bool isTable, Evidence evidence)
    {
        var shown = (Has(ScriptMark.SheetWrites | ScriptMark.SheetFlows) ? ScriptMark.SheetWrites : ScriptMark.None)
            | (Has(ScriptMark.SheetCalls | ScriptMark.SheetFlows) ? ScriptMark.SheetCalls : ScriptMark.None)
            | (isTable ? ScriptMark.SheetMacro : ScriptMark.None);
        Find(evidence, TextRules.SheetMacro, First(Marks & shown), Marks);
    }

    /// <summary>Adds what the marks mean.</summary>
    public void Judge(ScriptKind kind, Evidence evidence)
    {
        if (kind is ScriptKind.Page or ScriptKind.JavaScript)
        {
            JudgeJavaScript(evidence);
        }

        var marks = Marks;
        var runsDecoded = MayWriteDecoded(kind) ? ScriptMark.RunsDecoded | ScriptMark.WritesDecoded : ScriptMark.RunsDecoded;
        Find(evidence, ScriptRules.RunsDecoded, First(marks & runsDecoded), marks);
        if (kind is ScriptKind.Page or ScriptKind.JavaScript)
        {
            Find(evidence, ScriptRules.RunsDecoded, ScriptEffect.UsesUnpacked, (marks & runsDecoded) != 0);
        }

        Find(evidence, ScriptRules.Encoded, ScriptMark.Encoded, kind is ScriptKind.Unix ? ScriptMark.None : marks);
        if (kind is ScriptKind.Page or ScriptKind.JavaScript && TellsSmuggling)
        {
            Find(evidence, ScriptRules.Smuggles, ScriptMark.BuildsFile, marks);
        }

        // Pages fetch by their nature; a script of the script host has other means than a page.
        var isActive = kind switch
        {
            ScriptKind.Page or ScriptKind.JavaScript => (marks & (Starting | ScriptMark.ScriptHost)) != 0,
            _ => true,
        };
        if (!isActive)
        {
            return;
        }

        if (kind == ScriptKind.Unix)
        {
            var pipes = Has(ScriptMark.PipesToShell | ScriptMark.Fetches) ? ScriptMark.PipesToShell : ScriptMark.None;
            Find(evidence, ScriptRules.PipesToShell, First(marks & (pipes | ScriptMark.OpensShell)), marks);
            return;
        }

        if (kind == ScriptKind.Macro)
        {
            var starting = Starting | ScriptMark.Shells | ScriptMark.NamesPowerShell | ScriptMark.MacroStarts;
            Find(evidence, ScriptRules.MacroStarts, First(marks & starting), marks);
        }
        else
        {
            // Words alone say less in a page: it has tables of them, such as |iexcl|, and paths, such as /cmd/c.
            var shells = kind is ScriptKind.PowerShell ? ScriptMark.Shells : ScriptMark.Shells | ScriptMark.NamesPowerShell;
            var starting = ScriptMark.Starts | kind switch
            {
                ScriptKind.Windows => ScriptMark.PipesToPowerShell | ScriptMark.ShellObject | Unless(ordinary: (marks & Unusual) == 0),
                ScriptKind.PowerShell => ScriptMark.PipesToPowerShell | Unless(ordinary: (marks & Unusual) == 0),
                _ => ScriptMark.ShellObject | ScriptMark.Commands,
            } | (kind is not ScriptKind.Page && Has(ScriptMark.Downloads) ? shells : ScriptMark.None);
            Find(evidence, ScriptRules.Starts, First(marks & starting), marks);
            if ((marks & starting) == 0)
            {
                Find(evidence, ScriptRules.Commands, ScriptMark.Commands, marks);
            }
        }

        Find(evidence, ScriptRules.Downloads, ScriptMark.Downloads, marks);
        Find(evidence, ScriptRules.Writes, ScriptMark.Writes, marks);
        Find(evidence, ScriptRules.Decodes, ScriptMark.Decodes, marks);
        Find(evidence, ScriptRules.Hides, ScriptMark.Hides, marks);
        Find(evidence, ScriptRules.Persists, ScriptMark.Persists, marks);
    }

    // A mark that its words tell already is counted once.
    private void JudgeJavaScript(Evidence evidence)
    {
        _javaScript?.Complete();
        Find(evidence, ScriptRules.Smuggles, ScriptEffect.Smuggles, TellsSmuggling);
        Find(evidence, ScriptRules.LoadsProgram, ScriptEffect.LoadsProgram, isTold: false);
        Find(evidence, ScriptRules.Attacks, ScriptEffect.Shellcode, isTold: false);
        Find(evidence, ScriptRules.Attacks, ScriptEffect.Exploit, isTold: false);
        Find(evidence, ScriptRules.Starts, ScriptEffect.Starts, (Marks & Starting) != 0);
        Find(evidence, ScriptRules.Writes, ScriptEffect.Writes, (Marks & ScriptMark.Writes) != 0);
    }

    // Pages of many scripts have all of these words; the trees of their scripts tell more.
    private bool TellsSmuggling => Has(ScriptMark.BuildsFile | ScriptMark.SavesFile | ScriptMark.Decodes)
        && (_javaScript is null || _javaScript.HasUnread);

    // The tree of a script tells whether it shows what it writes; its words alone do not.
    private bool MayWriteDecoded(ScriptKind kind) => kind is not (ScriptKind.Page or ScriptKind.JavaScript) || _javaScript is null
        || _javaScript.HasUnparsed || _javaScript[ScriptEffect.WritesDecoded] is not null;

    private void Find(Evidence evidence, EngineRule rule, ScriptEffect effect, bool isTold)
    {
        if (!isTold && _javaScript?[effect] is (var offset, var excerpt))
        {
            evidence.Find(rule, offset, excerpt);
        }
    }

    private static ScriptMark Unless(bool ordinary) => ordinary ? ScriptMark.None : ScriptMark.Commands;

    private static ScriptMark First(ScriptMark marks) => (ScriptMark)((ulong)marks & (~(ulong)marks + 1));

    private bool Has(ScriptMark all) => (Marks & all) == all;

    private void Find(Evidence evidence, EngineRule rule, ScriptMark mark, ScriptMark marks)
    {
        if ((marks & mark) != 0)
        {
            var (offset, excerpt) = _search.First((ulong)mark);
            evidence.Find(rule, offset, excerpt);
        }
    }
}
