using Acornima;
using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Values;

/// <summary>What the names of a script are bound to, as far as it does not depend on how the script runs.</summary>
/// <remarks>Names are taken for the same in every function: two of one name are one that is assigned twice, and then unknown.</remarks>
/// <param name="nesting">Takes what functions declare.</param>
internal sealed class Bindings(Nesting nesting)
{
    /// <summary>No program shortens names to more than this.</summary>
    private const int MaxSharedName = 16;

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

    /// <summary>Whether a name that stands in two functions means one variable, as far as that is asked of it.</summary>
    public bool AreSame(string name, int function, int other) => function == other || name.Length > MaxSharedName
        || this[name]?.IsShared != true || nesting.OwnerOf(name, function) == nesting.OwnerOf(name, other);

    /// <summary>Notes what a part of the script binds.</summary>
    /// <param name="function">The innermost function around it; of a function its own.</param>
    public void Note(Node node, int function)
    {
        switch (node)
        {
            case VariableDeclarator { Id: Identifier name, Init: var value }:
                nesting.Declare(name.Name, function);
                Of(name.Name).Add(value, adds: false, function);
                break;
            case VariableDeclarator { Id: var pattern }:
                Hide(pattern, function);
                break;
            case AssignmentExpression { Left: Identifier name, Operator: Operator.Assignment or Operator.AdditionAssignment } assignment:
                Of(name.Name).Add(assignment.Right, assignment.Operator == Operator.AdditionAssignment, function);
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
                Hide(parameter, function);
                break;
            case IFunction made:
                if (made.Id is { } id)
                {
                    nesting.Declare(id.Name, nesting.Around(function));
                    Of(id.Name).IsFunction = true;
                }

                foreach (var parameter in made.Params)
                {
                    Hide(parameter, function);
                }

                break;
        }
    }

    /// <param name="function">The one that declares the names; null when they are declared elsewhere.</param>
    private void Hide(Node pattern, int? function = null)
    {
        switch (pattern)
        {
            case Identifier name:
                Of(name.Name).Hide();
                if (function is { } owner)
                {
                    nesting.Declare(name.Name, owner);
                }

                break;
            case VariableDeclaration declaration:
                foreach (var declarator in declaration.Declarations)
                {
                    Hide(declarator.Id, function);
                }

                break;
            case AssignmentPattern { Left: var left }:
                Hide(left, function);
                break;
            case RestElement { Argument: var rest }:
                Hide(rest, function);
                break;
            case Property { Value: var value }:
                Hide(value, function);
                break;
            case ArrayPattern or ObjectPattern:
                foreach (var child in pattern.ChildNodes)
                {
                    Hide(child, function);
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

    /// <summary>A name that gets more values is that of many variables, as in scripts whose names a program has shortened.</summary>
    private const int MaxValues = 8;

    private readonly List<Node> _parts = [];
    private readonly List<int> _functions = [];
    private bool _isHidden;
    private int _values;

    public bool IsFunction { get; set; }

    /// <summary>The expressions whose sum is its value; empty when that is not certain.</summary>
    public IReadOnlyList<Node> Parts => _isHidden || IsFunction ? [] : _parts;

    /// <summary>All that is assigned to it anywhere, with the functions in which that stands.</summary>
    public IEnumerable<(Node Value, int Function)> Assigned => _parts.Zip(_functions);

    /// <summary>Whether many variables and parameters have the name.</summary>
    public bool IsShared => _values > MaxValues;

    /// <summary>Its value, once it has been computed.</summary>
    public object? Value { get; set; }

    /// <summary>Whether <see cref="Value"/> has been computed, or is being computed.</summary>
    public bool IsKnown { get; set; }

    public void Hide()
    {
        _isHidden = true;
        _values++;
    }

    /// <param name="adds">Whether the value is added to the earlier one.</param>
    /// <param name="function">The one in which that stands.</param>
    public void Add(Node? value, bool adds, int function)
    {
        if (value is null)
        {
            return;
        }

        _values += adds ? 0 : 1;

        // Two values: which one counts depends on how the script runs.
        _isHidden |= (!adds && _parts.Count > 0) || _parts.Count == MaxParts;
        _parts.Add(value);
        _functions.Add(function);
    }
}
