using Acornima;
using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Values;

/// <summary>
/// The names that are bound to an object which the script makes, keeps to itself and puts nothing into but its own functions: a call of any
/// member of one calls what stands in the script.
/// </summary>
internal sealed class OwnTables
{
    private readonly HashSet<string> _made = new(StringComparer.Ordinal);
    private readonly HashSet<string> _mixed = new(StringComparer.Ordinal);

    public bool Has(string name) => _made.Contains(name) && !_mixed.Contains(name);

    /// <summary>Notes what a part of the script does with names.</summary>
    /// <param name="parent">What the part stands in.</param>
    public void Note(Node node, Node? parent)
    {
        switch (node)
        {
            case VariableDeclarator { Id: Identifier name, Init: { } value }:
                Make(name.Name, value);
                break;
            case AssignmentExpression { Left: Identifier name } assignment:
                Make(name.Name, assignment.Operator == Operator.Assignment ? assignment.Right : null);
                break;
            case AssignmentExpression { Left: MemberExpression { Object: Identifier owner } } assignment when !IsOwn(assignment.Right):
                _mixed.Add(owner.Name);
                break;
            case Identifier name when !IsPlainUse(name, parent):
                _mixed.Add(name.Name);
                break;
        }
    }

    private void Make(string name, Expression? value)
    {
        var isTable = value switch
        {
            ObjectExpression made => made.Properties.All(static member => member is Property { Kind: PropertyKind.Init } property
                && IsOwn(property.Value)),
            ArrayExpression made => made.Elements.All(static element => element is not null && IsOwn(element)),
            NewExpression { Callee: Identifier { Name: "Object" or "Array" }, Arguments.Count: 0 } => true,
            _ => false,
        };
        if (!isTable || !_made.Add(name))
        {
            _mixed.Add(name);
        }
    }

    private static bool IsOwn(Node value) => value is FunctionExpression or ArrowFunctionExpression or NumericLiteral or BooleanLiteral;

    // Its members are used, or it is bound: else something else has it, and may put anything into it.
    private static bool IsPlainUse(Identifier name, Node? parent) => parent switch
    {
        MemberExpression member => member.Object == name || !member.Computed,
        VariableDeclarator declarator => declarator.Id == name,
        AssignmentExpression assignment => assignment.Left == name,
        Property property => property.Key == name && property.Value != name && !property.Computed,
        UnaryExpression or IfStatement or ForInStatement => true,
        _ => false,
    };
}
