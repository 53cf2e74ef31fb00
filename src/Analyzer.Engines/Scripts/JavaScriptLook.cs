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
    private long _start;
    private bool _isCut;

    /// <summary>Where the first script has an effect, with the text there; null when none has it.</summary>
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

    public void Read(ReadOnlySpan<byte> text, long offset)
    {
        _start = _script.Count == 0 ? offset : _start;
        var taken = Math.Min(text.Length, ScriptBudget.MaxLength - _script.Count);
        _script.Append(text[..taken]);
        _isCut |= taken < text.Length;
    }

    /// <summary>Ends one script; another follows. One that is longer than is parsed is not.</summary>
    public void Break()
    {
        if (_script.Count > 0 && !_isCut)
        {
            var text = Encoding.UTF8.GetString(WithoutEndTag(_script.Span));
            var findings = ScriptExamination.Examine(text, ScriptHost.Page, _budget);
            Take(findings.Run, text);
            findings.Functions.ForEach(function => Take(function, text));
        }

        _script.Empty();
        _isCut = false;
    }

    public void Clear()
    {
        _script.Clear();
        _budget.Clear();
        Array.Clear(_found);
        _isCut = false;
    }

    // A page's reader knows only behind the end tag that the script has ended.
    private static ReadOnlySpan<byte> WithoutEndTag(ReadOnlySpan<byte> script)
    {
        var tag = "</script"u8;
        return script.Length >= tag.Length && Ascii.EqualsIgnoreCase(script[^tag.Length..], tag) ? script[..^tag.Length] : script;
    }

    private void Take(ScriptScope scope, string text)
    {
        for (var effect = 0; effect < _found.Length; effect++)
        {
            if (scope.Places[effect] is >= 0 and var place)
            {
                _found[effect] ??= (_start + place, text[place..Math.Min(text.Length, place + MaxExcerpt)]);
            }
        }
    }
}
