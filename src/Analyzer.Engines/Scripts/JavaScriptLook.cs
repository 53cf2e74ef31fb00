using System.Text;
using Analyzer.Engines.JavaScript;
using Analyzer.Engines.JavaScript.Parsing;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Scripts;

/// <summary>Has scripts in JavaScript examined by their syntax tree, each as it ends.</summary>
internal sealed class JavaScriptLook
{
    private const int MaxExcerpt = 128;

    private readonly ScriptBudget _budget = new();
    private readonly PooledList<byte> _script = new();
    private readonly (long Offset, string Excerpt)?[] _found = new (long, string)?[ScriptEffects.Count];
    private (long Offset, string Excerpt)? _waitingLoad;
    private long _start;
    private bool _isCut;

    /// <summary>Whether something was not parsed that may write into its page.</summary>
    public bool HasUnparsed { get; private set; }

    /// <summary>Where the first script has an effect, with the text there; null when none has it.</summary>
    public (long Offset, string Excerpt)? this[ScriptEffect effect] => _found[(int)effect]
        ?? (effect == ScriptEffect.LoadsProgram && _found[(int)ScriptEffect.Clicks] is not null ? _waitingLoad : null);

    /// <summary>Whether all that was read is one script, though nothing at its beginning tells so.</summary>
    public bool IsScript()
    {
        if (_isCut || _script.Span.IndexOf((byte)'(') < 0)
        {
            return false;
        }

        return ScriptParser.Parse(Encoding.UTF8.GetString(_script.Span), _budget)?.Body.Any(ScriptStatements.IsCode) == true;
    }

    public void Read(ReadOnlySpan<byte> text, long offset)
    {
        _start = _script.Count == 0 ? offset : _start;
        var taken = Math.Min(text.Length, ScriptBudget.MaxLength - _script.Count);
        _script.Append(text[..taken]);
        _isCut |= taken < text.Length;
    }

    /// <summary>Ends one script; another follows. One that is longer than is parsed is not.</summary>
    /// <param name="waits">Whether it waits for the reader's click: it loads what the reader wants, unless another script clicks.</param>
    public void Break(bool waits = false)
    {
        HasUnparsed |= _isCut;
        if (_script.Count > 0 && !_isCut)
        {
            var text = Encoding.UTF8.GetString(WithoutEndTag(_script.Span));
            var findings = ScriptExamination.Examine(text, ScriptHost.Page, _budget);
            Take(findings.Run, text, waits);
            findings.Functions.ForEach(function => Take(function, text, waits));
            HasUnparsed |= findings.Run[ScriptEffect.Unparsed] >= 0 && text.Contains("document.write", StringComparison.OrdinalIgnoreCase);
        }

        _script.Empty();
        _isCut = false;
    }

    public void Clear()
    {
        _script.Clear();
        _budget.Clear();
        Array.Clear(_found);
        (_isCut, HasUnparsed, _waitingLoad) = (false, false, null);
    }

    // A page's reader knows only behind the end tag that the script has ended.
    private static ReadOnlySpan<byte> WithoutEndTag(ReadOnlySpan<byte> script)
    {
        var tag = "</script"u8;
        return script.Length >= tag.Length && Ascii.EqualsIgnoreCase(script[^tag.Length..], tag) ? script[..^tag.Length] : script;
    }

    private void Take(ScriptScope scope, string text, bool waits)
    {
        for (var effect = 0; effect < _found.Length; effect++)
        {
            if (scope.Places[effect] is >= 0 and var place)
            {
                var found = (_start + place, text[place..Math.Min(text.Length, place + MaxExcerpt)]);
                if (!waits || (ScriptEffect)effect is not (ScriptEffect.LoadsProgram or ScriptEffect.Clicks))
                {
                    _found[effect] ??= found;
                }
                else if ((ScriptEffect)effect == ScriptEffect.LoadsProgram)
                {
                    _waitingLoad ??= found;
                }
            }
        }
    }
}
