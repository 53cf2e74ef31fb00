using System.Text.RegularExpressions;

namespace Prober.Features.Configuration.Evaluation;

/// <summary>A parsed expression: a value of an environment. Values are doubles, texts, bools, and lists behind <c>in</c>.</summary>
/// <exception cref="EvaluationException">The values do not fit.</exception>
internal delegate object Expression(IEnvironment environment);

/// <summary>The names and functions of an expression.</summary>
internal interface IEnvironment
{
    /// <exception cref="EvaluationException">There is no such value.</exception>
    object Variable(string name);

    /// <exception cref="EvaluationException">It cannot be found, or there is no such function.</exception>
    object Call(string function, IReadOnlyList<object> arguments);
}

/// <summary>The expression has no value with this body. The text is for a person.</summary>
internal sealed class EvaluationException(string message) : Exception(message);

/// <summary>What the operators of an expression do, as in EaseProbe (github.com/Knetic/govaluate).</summary>
internal static class Operators
{
    private static readonly TimeSpan MaxMatchTime = TimeSpan.FromSeconds(1);

    public static object Apply(string sign, object left, object right) => sign switch
    {
        "+" when left is string || right is string => $"{Text(left)}{Text(right)}",
        "+" => Number(left, sign) + Number(right, sign),
        "-" => Number(left, sign) - Number(right, sign),
        "*" => Number(left, sign) * Number(right, sign),
        "/" => Number(left, sign) / Number(right, sign),
        "%" => Number(left, sign) % Number(right, sign),
        "**" => Math.Pow(Number(left, sign), Number(right, sign)),
        "&" => (double)((long)Number(left, sign) & (long)Number(right, sign)),
        "|" => (double)((long)Number(left, sign) | (long)Number(right, sign)),
        "^" => (double)((long)Number(left, sign) ^ (long)Number(right, sign)),
        "<<" => (double)((long)Number(left, sign) << (int)Number(right, sign)),
        ">>" => (double)((long)Number(left, sign) >> (int)Number(right, sign)),
        "==" => left.Equals(right),
        "!=" => !left.Equals(right),
        "=~" => Matches(left, right),
        "!~" => !Matches(left, right),
        "in" => right is IReadOnlyList<object> list ? list.Contains(left) : throw new EvaluationException("in needs a list such as (1, 2)"),
        "<" or ">" or "<=" or ">=" => Compare(sign, left, right),
        _ => throw new EvaluationException($"{sign} is no operator"),
    };

    public static bool Bool(object value, string sign) =>
        value is bool yes ? yes : throw new EvaluationException($"{sign} needs true or false, not {Shown(value)}");

    public static double Number(object value, string sign) =>
        value is double number ? number : throw new EvaluationException($"{sign} needs a number, not {Shown(value)}");

    public static string Text(object value) => value switch
    {
        bool yes => yes ? "true" : "false",
        double number => number.ToString(System.Globalization.CultureInfo.InvariantCulture),
        _ => $"{value}",
    };

    /// <summary>The expression's result: EaseProbe takes a number but 0 and a text for true.</summary>
    public static bool IsTrue(object value) => value switch
    {
        bool yes => yes,
        double number => number != 0,
        string text => text.Length > 0,
        _ => throw new EvaluationException("the expression is a list"),
    };

    private static bool Compare(string sign, object left, object right)
    {
        var order = (left, right) switch
        {
            (double one, double other) => one.CompareTo(other),
            (string one, string other) => string.CompareOrdinal(one, other),
            _ => throw new EvaluationException($"{sign} compares two numbers or two texts, not {Shown(left)} and {Shown(right)}"),
        };
        return sign switch { "<" => order < 0, ">" => order > 0, "<=" => order <= 0, _ => order >= 0 };
    }

    private static bool Matches(object left, object right)
    {
        try
        {
            return Regex.IsMatch(Text(left), GoPattern.ToDotNet(Text(right)), RegexOptions.None, MaxMatchTime);
        }
        catch (RegexParseException exception)
        {
            throw new EvaluationException($"the right side of =~ is no regular expression: {exception.Message}");
        }
    }

    /// <summary>Only the kind: the value may be secret.</summary>
    private static string Shown(object value) => value switch
    {
        double => "a number",
        string => "a text",
        bool => "true or false",
        _ => "a list",
    };
}
