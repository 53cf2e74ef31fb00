using Prober.Features.Configuration.Evaluation;

namespace Prober.Features.Configuration;

/// <summary>The key <c>eval</c> of <c>http</c>.</summary>
internal static class EvalReader
{
    private static readonly string[] Types = ["int", "string", "bool", "float", "time", "duration"];

    /// <returns>Null when there is none, or it is wrong, which is then reported.</returns>
    public static BodyEvaluation? Read(ConfigSection section)
    {
        if (section.Map("eval") is not { } eval)
        {
            return null;
        }

        var kind = eval.Required("doc", "JSON");
        var document = DocumentKind.Text;
        var isName = kind.Length > 0 && char.IsAsciiLetter(kind[0]); // 7 would be read too
        if (kind.Length > 0 && !(isName && Enum.TryParse(kind, ignoreCase: true, out document)))
        {
            eval.Add(eval.LineOf("doc"), "doc has to be HTML, XML, JSON or TEXT");
        }

        var variables = eval.Sections("variables").Select(Variable).OfType<EvaluationVariable>().ToList();
        var text = eval.Required("expression", "x_int('//count') > 0");
        eval.End();
        try
        {
            return text.Length == 0 ? null
                : new(document, text, ExpressionParser.Parse(text), [.. variables.DistinctBy(one => one.Name)], TimeProvider.System);
        }
        catch (FormatException exception)
        {
            eval.Add(eval.LineOf("expression"), $"expression cannot be read: {exception.Message}");
            return null;
        }
    }

    private static EvaluationVariable? Variable(ConfigSection section)
    {
        var (name, type, query) = (
            section.Required("name", "updated"), section.Required("type", "time").ToLowerInvariant(), section.Required("query",
                "//updated"));
        if (!Types.Contains(type) && type.Length > 0)
        {
            section.Add(section.LineOf("type"), $"type has to be one of {string.Join(", ", Types)}");
        }

        section.End();
        return name.Length > 0 && query.Length > 0 && Types.Contains(type) ? new(name, type, query) : null;
    }
}
