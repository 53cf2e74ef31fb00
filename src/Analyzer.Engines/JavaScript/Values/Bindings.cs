using Acornima;
using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Values;

/// <summary>What the names of a script are bound to, as far as it does not depend on how the script runs.</summary>
/// <remarks>Names are taken for the same in every function: two of one name are one that is assigned twice, and then unknown.</remarks>
internal sealed class Bindings
{
    private static readonly HashSet<string> Changing = new(StringComparer.Ordinal)
    {
        "push", "unshift", "pop", "shift", "splice", "sort", "reverse", "fill", "copyWithin",
    };

    private readonly Dictionary<string, Binding> _bindings = new(StringComparer.Ordinal);
    private readonly HashSet<string> _changed = new(StringComparer.Ordinal);

    /// <summary>The names of the functions that the script makes, also of those that are members of its objects.</summary>
    public HashSet<string> Functions { get; } = new(StringComparer.Ordinal);

    /// <summary>The name's assignments in the order of the text; null when the script does not bind it.</summary>
    public Binding? this[string name] => _bindings.GetValueOrDefault(name);

    /// <summary>Whether the script makes this itself: a function, a parameter or a variable.</summary>
    public bool Has(string name) => _bindings.ContainsKey(name);

    /// <summary>Whether members of what the name is bound to are set: that is not any more what it was made as.</summary>
    public bool Changes(string name) => _changed.Contains(name);

    /// <summary>Notes what a part of the script binds.</summary>
    public void Note(Node node)
    {
        switch (node)
        {
            case VariableDeclarator { Id: Identifier name, Init: var value }:
                Of(name.Name).Add(value, adds: false);
                break;
            case VariableDeclarator { Id: var pattern }:
                Hide(pattern);
                break;
            case AssignmentExpression { Left: Identifier name, Operator: Operator.Assignment or Operator.AdditionAssignment } assignment:
                Of(name.Name).Add(assignment.Right, assignment.Operator == Operator.AdditionAssignment);
                break;
            case AssignmentExpression { Left: MemberExpression { Object: Identifier owner } }:
                _changed.Add(owner.Name);
                break;
            case CallExpression { Callee: MemberExpression { Object: Identifier list, Property: Identifier { Name: var method } } }
                when Changing.Contains(method):
                _changed.Add(list.Name);
                break;
            case AssignmentExpression { Left: var target }:
                Hide(target);
                break;
            case UpdateExpression { Argument: Identifier name }:
                Of(name.Name).Hide();
                break;
            case ForInStatement { Left: var target }:
                Hide(target);
                break;
            case ForOfStatement { Left: var target }:
                Hide(target);
                break;
            case CatchClause { Param: { } parameter }:
                Hide(parameter);
                break;
            case IFunction function:
                if (function.Id is { } id)
                {
                    Of(id.Name).IsFunction = true;
                }

                foreach (var parameter in function.Params)
                {
                    Hide(parameter);
                }

                break;
        }
    }

    private void Hide(Node pattern)
    {
        switch (pattern)
        {
            case Identifier name:
                Of(name.Name).Hide();
                break;
            case VariableDeclaration declaration:
                foreach (var declarator in declaration.Declarations)
                {
                    Hide(declarator.Id);
                }

                break;
            case AssignmentPattern { Left: var left }:
                Hide(left);
                break;
            case RestElement { Argument: var rest }:
                Hide(rest);
                break;
            case Property { Value: var value }:
                Hide(value);
                break;
            case ArrayPattern or ObjectPattern:
                foreach (var child in pattern.ChildNodes)
                {
                    Hide(child);
                }

                break;
        }
    }

    private Binding Of(string name)
    {
        if (!_bindings.TryGetValue(name, out var binding))
        {
            _bindings.Add(name, binding = new());
        }

        return binding;
    }
}

/// <summary>One name.</summary>
internal sealed class Binding
{
    /// <summary>A text that is put together in more steps than these is not followed.</summary>
    private const int MaxParts = 4096;

    private readonly List<Node> _parts = [];
    private bool _isHidden;

    public bool IsFunction { get; set; }

    /// <summary>The expressions whose sum is its value; empty when that is not certain.</summary>
    public IReadOnlyList<Node> Parts => _isHidden || IsFunction ? [] : _parts;

    /// <summary>All that is assigned to it anywhere.</summary>
    public IReadOnlyList<Node> Assigned => _parts;

    /// <summary>Its value, once it has been computed.</summary>
    public object? Value { get; set; }

    /// <summary>Whether <see cref="Value"/> has been computed, or is being computed.</summary>
    public bool IsKnown { get; set; }

    public void Hide() => _isHidden = true;

    /// <param name="adds">Whether the value is added to the earlier one.</param>
    public void Add(Node? value, bool adds)
    {
        if (value is null)
        {
            return;
        }

        // Two values: which one counts depends on how the script runs.
        _isHidden |= (!adds && _parts.Count > 0) || _parts.Count == MaxParts;
        _parts.Add(value);
    }
}
