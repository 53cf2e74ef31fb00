using System.Buffers;

namespace Sigma.Engine.Expressions;

/// <summary>
/// Translates an expression in PCRE, which the specification of Sigma names, into one of .NET with the same meaning. An expression
/// that has none is refused; the rest is checked by .NET.
/// </summary>
internal sealed class PcreTranslator
{
    private const int NoAtom = -1;

    private static readonly SearchValues<char> Counts = SearchValues.Create("0123456789,");
    private static readonly SearchValues<char> FlagLetters = SearchValues.Create("imsxn-");

    private readonly ExpressionText _text;
    private readonly GroupNames _groups;
    private readonly Stack<int> _open = [];

    /// <summary>Where the translation of the last atom begins, which a quantifier repeats.</summary>
    private int _atom = NoAtom;
    private bool _isQuantified;
    private bool _ignoresBlanks;

    private PcreTranslator(string text) => (_text, _groups) = (new(text), GroupNames.Of(text));

    /// <returns>The translation, or what is wrong.</returns>
    public static (string Text, string? Problem) Translate(string text)
    {
        try
        {
            return (new PcreTranslator(text).Translate(), null);
        }
        catch (ExpressionException exception)
        {
            return (text, exception.Message);
        }
    }

    private string Translate()
    {
        while (!_text.IsAtEnd)
        {
            Next();
        }

        return _text.ToString();
    }

    private void Next()
    {
        var start = _text.Written;
        switch (_text.Current)
        {
            case '\\':
                EscapeTranslator.Translate(_text, _groups);
                Atom(start);
                break;
            case '[':
                if (_text.Begins("[[:<:]]") || _text.Begins("[[:>:]]"))
                {
                    throw new ExpressionException(@"[[:<:]] and [[:>:]] are not read. Write \b.");
                }

                ClassTranslator.Translate(_text);
                Atom(start);
                break;
            case '(':
                Open(start);
                break;
            case ')':
                _text.Copy(1);
                Atom(_open.Count > 0 ? _open.Pop() : start);
                break;
            case '*' or '+' or '?':
                Quantifier(1);
                break;
            case '{' when QuantifierLength() is > 0 and var length:
                Quantifier(length);
                break;
            case '#' when _ignoresBlanks:
                var end = _text.Rest.IndexOf('\n');
                _text.Copy(end < 0 ? _text.Rest.Length : end + 1);
                break;
            case '|' or '^':
                _text.Copy(1);
                _atom = NoAtom;
                break;
            case var blank when _ignoresBlanks && char.IsWhiteSpace(blank):
                _text.Copy(1);
                break;
            default:
                _text.Copy(char.IsHighSurrogate(_text.Current) && _text.Rest.Length > 1 ? 2 : 1);
                Atom(start);
                break;
        }
    }

    private void Atom(int start) => (_atom, _isQuantified) = (start, false);

    private void Quantifier(int length)
    {
        if (_isQuantified && _atom != NoAtom && length > 1)
        {
            _text.Wrap(_atom, "(?:"); // PCRE repeats the repetition, .NET refuses it
        }

        _text.Copy(length);
        if (_text.Begins("?"))
        {
            _text.Copy(1);
        }
        else if (_text.Begins("+") && _atom != NoAtom)
        {
            _text.Skip(1);
            _text.Wrap(_atom, "(?>");
        }

        _isQuantified = true;
    }

    /// <returns>The length of <c>{2}</c>, <c>{2,}</c> or <c>{2,3}</c>; 0 when the brace means itself.</returns>
    private int QuantifierLength()
    {
        var inside = _text.Rest[1..].IndexOfAnyExcept(Counts);
        var isCount = inside > 0 && _text.Rest[inside + 1] == '}' && _text.Rest[1] != ',' && _text.Rest[1..(inside + 1)].Count(',') < 2;
        return isCount ? inside + 2 : 0;
    }

    private void Open(int start)
    {
        _atom = NoAtom;
        if (_text.Begins("(*"))
        {
            throw new ExpressionException("Verbs such as (*SKIP) are not read. Write the expression without them.");
        }

        if (_text.Takes("(?#"))
        {
            _text.Until(")", "A comment");
            return;
        }

        if (_text.Takes("(?P="))
        {
            var name = _text.Until(")", "A reference");
            _text.Write(_groups.Has(name) ? $@"\k<{name}>" : throw new ExpressionException($"There is no group {name}."));
            Atom(start);
            return;
        }

        if (!Flags(start))
        {
            _open.Push(start);
            Group();
        }
    }

    /// <summary><c>(?i)</c>, or <c>(?i:</c>, which opens a group.</summary>
    private bool Flags(int start)
    {
        var rest = _text.Rest;
        var length = rest.StartsWith("(?") ? rest[2..].IndexOfAnyExcept(FlagLetters) : -1;
        if (length < 0 || rest[length + 2] is not (')' or ':') || (length == 0 && rest[2] == ')'))
        {
            return false;
        }

        var flags = rest.Slice(2, length);
        var minus = flags.IndexOf('-');
        _ignoresBlanks |= (minus < 0 ? flags : flags[..minus]).Contains('x');
        if (rest[length + 2] == ':')
        {
            _open.Push(start);
        }

        _text.Copy(length + 3);
        return true;
    }

    private void Group()
    {
        if (_text.Takes("(?P<"))
        {
            _text.Write("(?<");
        }
        else if (_text.Begins("(?("))
        {
            Condition();
        }
        else if (_text.Begins("(?=") || _text.Begins("(?!") || _text.Begins("(?>"))
        {
            _text.Copy(3);
        }
        else if (_text.Begins("(?<=") || _text.Begins("(?<!"))
        {
            _text.Copy(4);
        }
        else if (_text.Begins("(?<") || _text.Begins("(?'"))
        {
            var name = _text.Rest[3..(3 + Math.Max(_text.Rest[3..].IndexOfAny('>', '\''), 0))];
            if (name.IsEmpty || char.IsAsciiDigit(name[0]) || name.Contains('-'))
            {
                throw new ExpressionException("A group needs a name that begins with a letter, such as (?<name>…).");
            }

            _text.Copy(3);
        }
        else if (_text.Begins("(?"))
        {
            var kind = _text.Rest[..Math.Min(_text.Rest.Length, 3)].ToString();
            throw new ExpressionException($"{kind} is not read: recursion, branch reset and callouts are not part of Sigma's expressions.");
        }
        else
        {
            _text.Copy(1);
        }
    }

    /// <summary>A condition on a group; <c>(?(?=</c> is the same in both.</summary>
    private void Condition()
    {
        if (_text.Begins("(?(?"))
        {
            _text.Copy(2);
            return;
        }

        _text.Skip(3);
        var key = _text.Until(")", "A condition").Trim('<', '>', '\'');
        key = int.TryParse(key, out var number) ? _groups.Key(number)
            : _groups.Has(key) ? key
            : throw new ExpressionException($"There is no group {key} for the condition.");
        _text.Write($"(?({key})");
    }
}
