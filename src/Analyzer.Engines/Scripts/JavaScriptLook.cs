using System.Text;
using Analyzer.Engines.JavaScript;
using Analyzer.Engines.JavaScript.Parsing;
using Analyzer.Engines.JavaScript.Text;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Scripts;

/// <summary>Has scripts in JavaScript examined by their syntax tree, each as it ends.</summary>
internal sealed class JavaScriptLook
{
    private const int MaxExcerpt = 128;
    private const int MaxLoads = 1024;
    private const int MaxWritten = 64;

    /// <summary>The letters of a script that does one thing: libraries, which do many, are longer.</summary>
    private const int ShortScript = 4096;

    /// <summary>A library; attacks hold more data than code.</summary>
    private const int LongScript = 128 * 1024;

    private readonly ScriptBudget _budget = new();
    private readonly PooledList<byte> _script = new();
    private readonly (long Offset, string Excerpt)?[] _found = new (long, string)?[ScriptEffects.Count];
    private readonly ClickedFunctions _clicked = new();
    private readonly List<(ScriptScope Scope, ScriptEffect Effect, (long Offset, string Excerpt) Found)> _loads = [];
    private readonly HashSet<string> _others = new(StringComparer.Ordinal);
    private readonly List<(string Text, long Offset)> _written = [];
    private long _start;
    private readonly PackedRuns _runs = new();
    private bool _isCut;

    /// <summary>Whether something was not parsed that may write into its page.</summary>
    public bool HasUnparsed { get; private set; }

    /// <summary>Whether something was not parsed: what it does, only its words tell.</summary>
    public bool HasUnread { get; private set; }

    /// <summary>Whether a script uses members of something that a tag of this name made.</summary>
    public bool Uses(string name) => _others.Contains(name);

    /// <summary>What the scripts so far write into their page, each with its place; it is told once.</summary>
    public List<(string Text, long Offset)> TakeWritten()
    {
        var written = _written.ToList();
        _written.Clear();
        return written;
    }

    /// <summary>Where the page's first script has an effect, with the text there; null when none has it.</summary>
    public (long Offset, string Excerpt)? this[ScriptEffect effect] => _found[(int)effect];

    /// <summary>Whether all that was read is one script, though nothing at its beginning tells so.</summary>
    public bool IsScript()
    {
        if (_isCut || _script.Span.IndexOf((byte)'(') < 0)
        {
            return false;
        }

        return ScriptParser.Parse(Encoding.UTF8.GetString(_script.Span), _budget)?.Body.Any(ScriptStatements.IsCode) == true;
    }

    /// <summary>Notes that the page holds data outside of its scripts that nobody can read.</summary>
    public void NoteData(long offset, string where) => _found[(int)ScriptEffect.Carries] ??= (offset, where);

    public void Read(ReadOnlySpan<byte> text, long offset)
    {
        _runs.Read(text);
        _start = _script.Count == 0 ? offset : _start;
        var taken = Math.Min(text.Length, ScriptBudget.MaxLength - _script.Count);
        _script.Append(text[..taken]);
        _isCut |= taken < text.Length;
    }

    /// <summary>Ends one script; another follows. One that is longer than is parsed is not.</summary>
    /// <param name="waits">Whether it waits for the reader's click.</param>
    public void Break(bool waits = false)
    {
        HasUnparsed |= _isCut;
        HasUnread |= _isCut && _runs.HasData; // libraries are as long, and hold none
        if (_isCut)
        {
            var unread = new ScriptFindings();
            unread.Run.AddCall(null);
            _clicked.Add(unread, waits);
        }

        if (_script.Count > 0 && !_isCut)
        {
            var text = Encoding.UTF8.GetString(WithoutEnd(_script.Span));
            var findings = ScriptExamination.Examine(text, ScriptHost.Page, _budget);
            _clicked.Add(findings, waits);
            if (text.Length > LongScript)
            {
                findings.Run.Unmark(ScriptEffect.RunsComputed);
                findings.Functions.ForEach(static function => function.Unmark(ScriptEffect.RunsComputed));
            }

            Take(findings.Run, text);
            findings.Functions.ForEach(function => Take(function, text));
            if (SymbolCode.Is(text))
            {
                _found[(int)ScriptEffect.UsesUnpacked] ??= (_start, text[..MaxExcerpt]);
            }

            _others.UnionWith(findings.Others);
            if (findings.Written.Length > 0 && _written.Count < MaxWritten)
            {
                _written.Add((findings.Written.ToString(), _start));
            }

            var marks = findings.AllMarks;
            if (text.Length <= ShortScript && Has(marks, ScriptEffect.Smuggles) && Has(marks, ScriptEffect.MayCarry))
            {
                _found[(int)ScriptEffect.Carries] ??= (_start, text[..Math.Min(text.Length, MaxExcerpt)]);
            }

            HasUnread |= Has(marks, ScriptEffect.Unparsed);
            HasUnparsed |= findings.Run[ScriptEffect.Unparsed] >= 0 && text.Contains("document.write", StringComparison.OrdinalIgnoreCase);
        }

        _script.Empty();
        _runs.Clear();
        _isCut = false;
    }

    /// <summary>Ends the page. What waits for a click loads what the reader wants, unless another script clicks.</summary>
    public void Complete()
    {
        Break();
        var waiting = _clicked.Find();
        Settle(ScriptEffect.Clicks, waiting);
        Settle(ScriptEffect.LoadsProgram, this[ScriptEffect.Clicks] is null ? waiting : []);
        Settle(ScriptEffect.Connects, this[ScriptEffect.Clicks] is null ? waiting : []);
        if (this[ScriptEffect.Carries] is not null && this[ScriptEffect.RunsComputed] is { } run)
        {
            _found[(int)ScriptEffect.UsesUnpacked] ??= run;
        }

        if (this[ScriptEffect.Carries] is null && !HasUnread)
        {
            _found[(int)ScriptEffect.Smuggles] = null; // what the reader sees, such as a table
        }
    }

    public void Clear()
    {
        _script.Clear();
        _runs.Clear();
        _budget.Clear();
        Array.Clear(_found);
        _clicked.Clear();
        _loads.Clear();
        _others.Clear();
        _written.Clear();
        (_isCut, HasUnparsed, HasUnread) = (false, false, false);
    }

    private static bool Has(int marks, ScriptEffect effect) => (marks & (1 << (int)effect)) != 0;

    // A reader of markup knows only behind the end tag, or the end of CDATA, that the script has ended.
    private static ReadOnlySpan<byte> WithoutEnd(ReadOnlySpan<byte> script)
    {
        var tag = "</script"u8;
        var trimmed = script.TrimEnd(" \t\r\n"u8);
        return trimmed.EndsWith("]]>"u8) ? trimmed[..^3]
            : script.Length >= tag.Length && Ascii.EqualsIgnoreCase(script[^tag.Length..], tag) ? script[..^tag.Length]
            : script;
    }

    private void Settle(ScriptEffect effect, HashSet<ScriptScope> waiting)
    {
        if (_loads.FindIndex(load => load.Effect == effect && !waiting.Contains(load.Scope)) is >= 0 and var first)
        {
            _found[(int)effect] ??= _loads[first].Found;
        }
    }

    private void Take(ScriptScope scope, string text)
    {
        for (var effect = (ScriptEffect)0; (int)effect < _found.Length; effect++)
        {
            if (scope[effect] is >= 0 and var place)
            {
                var found = (_start + place, text[place..Math.Min(text.Length, place + MaxExcerpt)]);
                if (effect is ScriptEffect.LoadsProgram or ScriptEffect.Clicks or ScriptEffect.Connects && _loads.Count < MaxLoads)
                {
                    _loads.Add((scope, effect, found));
                }
                else
                {
                    _found[(int)effect] ??= found;
                }
            }
        }
    }
}
