using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>A call, or the making of an object, as far as it is known.</summary>
/// <param name="Callee">What is called, when names lead there.</param>
/// <param name="Name">The last name of what is called; null when it is computed and not known.</param>
internal sealed record Call(PathReference? Callee, string? Name, IReadOnlyList<Expression> Arguments, ConstantFolder Folder)
{
    /// <summary>The names that lead to the called one; empty when there are none, null when they are not known.</summary>
    public string? Owner => Callee?.Owner;

    public object? Argument(int place) => place < Arguments.Count ? Folder.Fold(Arguments[place]) : Undefined.Instance;

    /// <summary>An argument by its place, or by its name in an object that is the only argument, as Acrobat takes both.</summary>
    /// <returns>Null when it is not known; <see cref="Undefined"/> when it is missing.</returns>
    public object? Argument(int place, string name)
    {
        if (Arguments is [ObjectExpression members])
        {
            foreach (var member in members.Properties)
            {
                if (member is Property { Computed: false } property && KeyOf(property) == name)
                {
                    return Folder.Fold(property.Value);
                }
            }

            return members.Properties.All(static member => member is Property { Computed: false }) ? Undefined.Instance : null;
        }

        return Argument(place);
    }

    /// <summary>Whether the owner is, or belongs to, an object.</summary>
    public bool IsOf(string owner) =>
        Owner is { } names && (
            names == owner || names.StartsWith($"{owner}.", StringComparison.Ordinal)
            || names.EndsWith($".{owner}", StringComparison.Ordinal));

    private static string? KeyOf(Property property) => property.Key switch
    {
        Identifier name => name.Name,
        StringLiteral text => text.Value,
        _ => null,
    };
}
