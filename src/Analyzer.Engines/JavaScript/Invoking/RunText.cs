using System.Collections.Frozen;
using Acornima;
using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>A text that a call runs as a script.</summary>
/// <param name="Given">The expression that it is.</param>
/// <param name="Text">Null when it is not known.</param>
internal sealed record RunText(Expression Given, string? Text)
{
    // Each runs the text that is its argument at this place; of Function it is the last one.
    private static readonly FrozenDictionary<string, int> Runners = new Dictionary<string, int>(StringComparer.Ordinal)
    {
        ["eval"] = 0,
        ["execScript"] = 0,
        ["setTimeOut"] = 0,
        ["setTimeout"] = 0,
        ["setInterval"] = 0,
        ["Function"] = -1,
        ["constructor"] = -1,
        ["addScript"] = 1,
        ["setAction"] = 1,
        ["setPageAction"] = 2,
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <returns>Null when the call runs no text, as far as is known.</returns>
    public static RunText? In(Call call, Bindings bindings, ScriptHost host)
    {
        if (call.Name is not { } name || !Runners.TryGetValue(name, out var place) || bindings.Has(name))
        {
            return null;
        }

        place = place < 0 ? call.Arguments.Count - 1 : place;
        if (place < 0 || place >= call.Arguments.Count || call.Arguments[place] is FunctionExpression or ArrowFunctionExpression)
        {
            return null;
        }

        var given = call.Arguments[place];
        return call.Argument(place) switch
        {
            string text => new(given, text),

            // In pages and programs, a timer nearly always runs a function.
            null or PathReference when name is "setTimeout" or "setInterval" && host is ScriptHost.Page or ScriptHost.System => null,
            null when IsNumber(given) => null,
            null or PathReference => new(given, null),
            _ => null,
        };
    }

    // However it comes out, it is no text that could run: eval(hours - started).
    private static bool IsNumber(Expression expression) => expression is BinaryExpression
    {
        Operator: not (Operator.Addition or Operator.LogicalAnd or Operator.LogicalOr or Operator.NullishCoalescing),
    } or UnaryExpression { Operator: not Operator.Void };
}
