namespace Prober.Features.Configuration.Evaluation;

/// <summary>Reads an expression by precedence, from <c>?:</c> to prefixes, as EaseProbe has it.</summary>
internal sealed class ExpressionParser
{
    private const int MaxDepth = 64;

    /// <summary>From the weakest to the strongest.</summary>
    private static readonly string[][] Levels =
    [
        ["||"], ["&&"], ["==", "!=", "<", ">", "<=", ">=", "=~", "!~", "in"], ["&", "|", "^"], ["<<", ">>"], ["+", "-"], ["*", "/", "%"],
            ["**"],
    ];

    private readonly List<ExpressionToken> _tokens;
    private int _at;
    private int _depth;

    private ExpressionParser(List<ExpressionToken> tokens) => _tokens = tokens;

    /// <exception cref="FormatException">The text is no expression. The message is for a person.</exception>
    public static Expression Parse(string text)
    {
        var parser = new ExpressionParser(ExpressionTokens.Of(text));
        var expression = parser.Choice();
        return parser._at == parser._tokens.Count ? expression
            : throw new FormatException($"it should end before {parser._tokens[parser._at].Text}");
    }

    private Expression Choice()
    {
        if (++_depth > MaxDepth)
        {
            throw new FormatException($"it has more than {MaxDepth} levels");
        }

        var condition = Level(0);
        if (Take("?"))
        {
            var (yes, no) = (Choice(), Take(":") ? Choice() : throw new FormatException("a ? has no :"));
            var asked = condition;
            condition = environment => Operators.Bool(asked(environment), "?") ? yes(environment) : no(environment);
        }

        _depth--;
        return condition;
    }

    private Expression Level(int level)
    {
        if (level == Levels.Length)
        {
            return Prefixed();
        }

        var left = Level(level + 1);
        while (Operator(Levels[level]) is { } sign)
        {
            var (before, right) = (left, Level(level + 1));
            left = sign switch
            {
                "&&" => environment => Operators.Bool(before(environment), sign) && Operators.Bool(right(environment), sign),
                "||" => environment => Operators.Bool(before(environment), sign) || Operators.Bool(right(environment), sign),
                _ => environment => Operators.Apply(sign, before(environment), right(environment)),
            };
        }

        return left;
    }

    private Expression Prefixed()
    {
        if (Operator(["!", "-", "~"]) is not { } sign)
        {
            return Value();
        }

        if (++_depth > MaxDepth)
        {
            throw new FormatException($"it has more than {MaxDepth} levels");
        }

        var inner = Prefixed();
        _depth--;
        return sign switch
        {
            "!" => environment => !Operators.Bool(inner(environment), sign),
            "-" => environment => -Operators.Number(inner(environment), sign),
            _ => environment => (double)~(long)Operators.Number(inner(environment), sign),
        };
    }

    private Expression Value()
    {
        if (_at == _tokens.Count)
        {
            throw new FormatException("it ends too early");
        }

        var token = _tokens[_at++];
        switch (token.Kind)
        {
            case TokenKind.Number:
                return _ => token.Number;
            case TokenKind.Text:
                // A text that is a time stands for its Unix seconds, as there.
                object value = GoTime.Parse(token.Text) is { } time ? time : token.Text;
                return _ => value;
            case TokenKind.Name when Take("("):
                var arguments = List();
                return environment => environment.Call(token.Text, arguments.ConvertAll(argument => argument(environment)));
            case TokenKind.Name:
                return token.Text is "true" or "false" ? _ => token.Text == "true" : environment => environment.Variable(token.Text);
            case TokenKind.Sign when token.Text == "(":
                var items = List();
                return items is [var only] ? only : environment => items.ConvertAll(item => item(environment));
            default:
                throw new FormatException($"{token.Text} cannot stand there");
        }
    }

    /// <summary>Expressions between commas, up to the closing bracket.</summary>
    private List<Expression> List()
    {
        var items = new List<Expression>();
        if (Take(")"))
        {
            return items;
        }

        do
        {
            items.Add(Choice());
        }
        while (Take(","));
        return Take(")") ? items : throw new FormatException("a ( has no )");
    }

    private bool Take(string sign) => Operator([sign]) is not null;

    private string? Operator(string[] signs)
    {
        if (_at == _tokens.Count || _tokens[_at] is not { Kind: TokenKind.Sign or TokenKind.Name } token)
        {
            return null;
        }

        var text = token.Kind == TokenKind.Name && token.Text.Equals("in", StringComparison.OrdinalIgnoreCase) ? "in" : token.Text;
        if (!signs.Contains(text) || (token.Kind == TokenKind.Name && text != "in"))
        {
            return null;
        }

        _at++;
        return text;
    }
}
