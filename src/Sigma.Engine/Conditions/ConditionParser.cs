namespace Sigma.Engine.Conditions;

/// <summary>
/// Parses <c>a and not (b or 1 of c*)</c>: <c>not</c> binds tighter than <c>and</c>, which binds tighter than <c>or</c>. Operators may have
/// any case, because rules of other engines have <c>AND</c>.
/// </summary>
internal sealed class ConditionParser
{
    /// <summary>The most nested brackets and negations.</summary>
    public const int MaxDepth = 64;

    private readonly string _text;
    private int _at;
    private int _depth;
    private ConditionError? _error;

    private ConditionParser(string text) => _text = text;

    /// <returns>Either the tree or an error.</returns>
    public static (ConditionNode? Node, ConditionError? Error) Parse(string text)
    {
        var parser = new ConditionParser(text);
        var node = parser.Or();
        if (parser._error is null && parser.Peek() is { Length: > 0 } rest)
        {
            parser.Fail(rest == "|"
                ? "Aggregations after | left the specification. Write a correlation rule."
                : $"Expected and, or, or the end, but found {rest}.");
        }

        return parser._error is { } error ? (null, error) : (node, null);
    }

    private ConditionNode Or() => Chain("or", And, (nodes, at) => new OrCondition(nodes, at));

    private ConditionNode And() => Chain("and", Not, (nodes, at) => new AndCondition(nodes, at));

    private ConditionNode Chain(string word, Func<ConditionNode> operand, Func<IReadOnlyList<ConditionNode>, int, ConditionNode> join)
    {
        Peek();
        var start = _at;
        var nodes = new List<ConditionNode> { operand() };
        while (_error is null && Is(Peek(), word))
        {
            Take();
            nodes.Add(operand());
        }

        return nodes.Count == 1 ? nodes[0] : join(nodes, start);
    }

    private ConditionNode Not()
    {
        if (!Is(Peek(), "not"))
        {
            return Primary();
        }

        var start = _at;
        Take();
        return Nested(() => new NotCondition(Not(), start));
    }

    private ConditionNode Primary()
    {
        var token = Peek();
        var start = _at;
        if (token == "(")
        {
            Take();
            var inner = Nested(Or);
            if (_error is null && Peek() != ")")
            {
                Fail("A bracket is not closed.");
            }

            Take();
            return inner;
        }

        if (token.Length == 0 || token is ")" or "|" || IsOperator(token))
        {
            Fail(token.Length == 0 ? "A name is missing at the end." : $"Expected a name, but found {token}.");
            return new NameCondition("", start);
        }

        Take();
        if (Is(Peek(), "of") && (Is(token, "all") || Is(token, "any") || int.TryParse(token, out _)))
        {
            Take();
            return Quantified(token, start);
        }

        if (token.Contains('*'))
        {
            Fail($"A name with * needs a number: 1 of {token}, or all of {token}.");
        }

        return new NameCondition(token, start);
    }

    private QuantifiedCondition Quantified(string quantity, int start)
    {
        var count = Is(quantity, "all") ? (int?)null : int.TryParse(quantity, out var number) ? number : 1;
        var pattern = Peek();
        if (pattern.Length == 0 || pattern is "(" or ")" or "|" || IsOperator(pattern))
        {
            Fail("Expected a name, or them, after of.");
        }
        else if (count < 1)
        {
            Fail("The number before of has to be 1 or more.");
        }

        Take();
        return new QuantifiedCondition(count, pattern, start);
    }

    private ConditionNode Nested(Func<ConditionNode> inner)
    {
        if (++_depth > MaxDepth)
        {
            Fail($"More than {MaxDepth} brackets and negations within each other.");
            return new NameCondition("", _at);
        }

        var node = inner();
        _depth--;
        return node;
    }

    /// <returns>The next token, empty at the end; <see cref="_at"/> is where it begins.</returns>
    private string Peek()
    {
        while (_at < _text.Length && char.IsWhiteSpace(_text[_at]))
        {
            _at++;
        }

        if (_at == _text.Length)
        {
            return "";
        }

        var end = _at;
        while (end < _text.Length && !char.IsWhiteSpace(_text[end]) && _text[end] is not ('(' or ')' or '|'))
        {
            end++;
        }

        return _text[_at..Math.Max(end, _at + 1)];
    }

    private void Take() => _at += Peek().Length;

    private void Fail(string message)
    {
        _error ??= new(_at, message);
        _at = _text.Length;
    }

    private static bool IsOperator(string token) => Is(token, "and") || Is(token, "or") || Is(token, "not");

    private static bool Is(string token, string word) => token.Equals(word, StringComparison.OrdinalIgnoreCase);
}

/// <param name="Offset">Characters from the beginning of the condition.</param>
/// <param name="Message">What was expected.</param>
internal sealed record ConditionError(int Offset, string Message);
