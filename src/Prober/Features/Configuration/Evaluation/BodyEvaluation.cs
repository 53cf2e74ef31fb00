using System.Globalization;
using System.Text.RegularExpressions;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;

namespace Prober.Features.Configuration.Evaluation;

/// <summary>The key <c>eval</c> of <c>http</c>: an expression that has to be true of the body, as EaseProbe has it.</summary>
/// <param name="variables">What the expression names, each found by its query.</param>
internal sealed class BodyEvaluation(
    DocumentKind kind, string text, Expression expression, IReadOnlyList<EvaluationVariable> variables, TimeProvider time) : IContentRule
{
    /// <summary>Characters of a value in a message.</summary>
    private const int MaxShown = 100;

    public string? Problem(string body, bool showsContent)
    {
        try
        {
            var document = BodyDocument.Of(kind, body);
            var values = variables.ToDictionary(one => one.Name, one => Read(document, one.Type, one.Query));
            if (Operators.IsTrue(expression(new Names(document, values, time))))
            {
                return null;
            }

            var shown = showsContent && values.Count > 0
                ? $" ({string.Join(", ", values.Select(one => $"{one.Key} = {OneLine.Of(Operators.Text(one.Value), MaxShown)}"))})"
                : "";
            return $"The expression is not true: {text}{shown}.";
        }
        catch (EvaluationException exception)
        {
            return $"The expression {text} has no value: {exception.Message}.";
        }
        catch (RegexMatchTimeoutException)
        {
            return $"The expression {text} has no value: a regular expression takes too long on this body.";
        }
    }

    /// <summary>Numbers are doubles, times Unix seconds, and durations nanoseconds.</summary>
    private static object Read(BodyDocument document, string type, string query)
    {
        var found = document.Find(query);
        return type switch
        {
            "string" => found,
            "int" => long.TryParse(found, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var whole) ? (double)whole
                : throw Not(query, "a whole number"),
            "float" => double.TryParse(found, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number
                : throw Not(query, "a number"),
            "bool" => found switch
            {
                "1" or "t" or "T" or "TRUE" or "true" or "True" => true,
                "0" or "f" or "F" or "FALSE" or "false" or "False" => false,
                _ => throw Not(query, "true or false"),
            },
            "time" => GoTime.Parse(found) ?? throw Not(query, "a time"),
            _ => Nanoseconds(found) ?? throw Not(query, "a duration such as 1.5s"),
        };
    }

    private static double? Nanoseconds(string text) => GoDuration.Parse(text)?.TotalNanoseconds;

    private static EvaluationException Not(string query, string wanted) => new($"what {query} finds is not {wanted}");

    private sealed class Names(BodyDocument document, Dictionary<string, object> values, TimeProvider time) : IEnvironment
    {
        public object Variable(string name) =>
            values.TryGetValue(name, out var value) ? value : throw new EvaluationException($"there is no variable {name}");

        public object Call(string function, IReadOnlyList<object> arguments) => (function, arguments) switch
        {
            ("x_str", [string query]) => Read(document, "string", query),
            ("x_int", [string query]) => Read(document, "int", query),
            ("x_float", [string query]) => Read(document, "float", query),
            ("x_bool", [string query]) => Read(document, "bool", query),
            ("x_time", [string query]) => Read(document, "time", query),
            ("x_duration", [string query]) => Read(document, "duration", query),
            ("strlen", [string text]) => (double)System.Text.Encoding.UTF8.GetByteCount(text),
            ("now", []) => (double)time.GetUtcNow().ToUnixTimeSeconds(),
            ("duration", [string text]) => Nanoseconds(text) ?? throw new EvaluationException("duration needs a text such as 1.5s"),
            _ => throw new EvaluationException($"{function} is no function that takes such arguments"),
        };
    }
}

/// <param name="Type">int, string, bool, float, time or duration.</param>
internal sealed record EvaluationVariable(string Name, string Type, string Query);
