namespace Analyzer.Engines.JavaScript.Values;

/// <summary>The methods of lists that scripts hide text with (ECMA-262, 23.1.3).</summary>
internal static class ListMethods
{
    /// <returns>Null when it is not known.</returns>
    public static object? Call(object?[] list, string name, object?[] arguments, FoldBudget budget)
    {
        if (!budget.TrySteps(list.Length))
        {
            return null;
        }

        return name switch
        {
            "join" => Join(list, arguments.Length == 0 ? "," : Coerced.ToText(arguments[0]), budget),
            "reverse" => Reversed(list),
            "concat" => list.Concat(arguments.SelectMany(static part => part as object?[] ?? [part])).ToArray(),
            "slice" => Slice(list, arguments),
            "pop" => list.Length > 0 ? list[^1] : Undefined.Instance,
            "shift" => list.Length > 0 ? list[0] : Undefined.Instance,
            "toString" => Join(list, ",", budget),
            _ => null,
        };
    }

    private static string? Join(object?[] list, string? separator, FoldBudget budget) =>
        separator is not null && budget.TryText((long)list.Length * separator.Length)
            && Coerced.Joined(list, separator) is { } joined && budget.TryText(joined.Length) ? joined : null;

    private static object?[] Reversed(object?[] list)
    {
        var reversed = (object?[])list.Clone();
        Array.Reverse(reversed);
        return reversed;
    }

    private static object?[]? Slice(object?[] list, object?[] arguments)
    {
        var (start, end) = (arguments.Length > 0 ? Coerced.ToIndex(arguments[0]) : 0, arguments.Length > 1 ? Coerced.ToIndex(arguments[1])
            : list.Length);
        if (start is not { } from || end is not { } to)
        {
            return null;
        }

        from = Math.Clamp(from < 0 ? list.Length + from : from, 0, list.Length);
        to = Math.Clamp(to < 0 ? list.Length + to : to, 0, list.Length);
        return from < to ? list[from..to] : [];
    }
}
