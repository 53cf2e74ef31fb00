using Acornima;
using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Values;

/// <summary>
/// Computes what an expression is, when that follows from the text alone: a string, a number, a list (<c>object?[]</c>), an object's
/// members (a dictionary), or a <see cref="PathReference"/> to something that the script does not make itself. Null is unknown.
/// </summary>
internal sealed class ConstantFolder(Bindings bindings, FoldBudget budget)
{
    private const int MaxDepth = 64;

    /// <summary>A list with more texts is none that a call chooses from.</summary>
    private const int MaxChoices = 64;

    private readonly FoldBudget _looks = new();
    private int _depth;

    public object? Fold(Node? node)
    {
        if (node is null || !budget.TryStep() || _depth == MaxDepth)
        {
            return null;
        }

        _depth++;
        try
        {
            return node switch
            {
                StringLiteral text => text.Value,
                NumericLiteral number => number.Value,
                BooleanLiteral truth => truth.Value,
                TemplateLiteral template => FoldTemplate(template),
                Identifier name => FoldName(name.Name),
                ThisExpression => new PathReference("this"),
                MemberExpression member => FoldMember(member),
                CallExpression call => FoldCall(call.Callee, call.Arguments),
                NewExpression { Callee: Identifier { Name: "String" or "Array" } callee } made => FoldCall(callee, made.Arguments),
                BinaryExpression { Operator: Operator.Addition } sum => FoldSum(sum),
                BinaryExpression binary => FoldBinary(binary),
                UnaryExpression unary => FoldUnary(unary),
                ConditionalExpression choice => FoldChoice(choice),
                SequenceExpression { Expressions: { Count: > 0 } parts } => Fold(parts[^1]),
                ChainExpression chain => Fold(chain.Expression),
                AssignmentExpression { Operator: Operator.Assignment } assignment => Fold(assignment.Right),
                ArrayExpression list => FoldList(list),
                ObjectExpression members => FoldObject(members),
                _ => null,
            };
        }
        finally
        {
            _depth--;
        }
    }

    /// <summary>The names that lead to what an expression is; null when they are not known.</summary>
    public PathReference? FoldReference(Node? node) => Fold(node) as PathReference;

    /// <summary>The name of a member; null when it is computed and not known.</summary>
    public string? NameOf(MemberExpression member) => member switch
    {
        { Computed: false, Property: Identifier name } => name.Name,
        { Computed: true } => Coerced.ToText(Fold(member.Property)),
        _ => null,
    };

    /// <summary>The innermost function around what is being looked at.</summary>
    public int Nested { get; set; }

    /// <summary>
    /// All that is assigned anywhere to the variable that a name means, with the functions in which that stands, as far as looks last.
    /// </summary>
    /// <param name="function">The one in which the name stands.</param>
    public IEnumerable<(Node Value, int Function)> AssignedTo(string name, int function) => bindings[name]?.Assigned
        .Where(assigned => TryLook() && bindings.AreSame(name, function, assigned.Function)) ?? [];

    /// <summary>Asks for one step of a look at what values are made of.</summary>
    public bool TryLook() => _looks.TryStep();

    /// <summary>The value of a name.</summary>
    public object? FoldName(string name)
    {
        if (bindings[name] is not { } binding)
        {
            return name switch
            {
                "undefined" => Undefined.Instance,
                "Infinity" => double.PositiveInfinity,
                "NaN" => double.NaN,
                _ => new PathReference(name),
            };
        }

        if (!binding.IsKnown)
        {
            binding.IsKnown = true;
            var value = binding.Parts.Count == 1 ? Fold(binding.Parts[0]) : FoldParts(binding.Parts);
            binding.Value = bindings.Changes(name) && value is object?[] or Dictionary<string, object?> ? null : value;
        }

        return binding.Value;
    }

    /// <summary>The texts that an expression can be: those of a list of which it takes one, whichever that is.</summary>
    /// <returns>Null when it can be any.</returns>
    public List<string>? FoldChoices(Expression expression)
    {
        if (expression is Identifier name && bindings[name.Name]?.Parts is [Expression value])
        {
            expression = value;
        }

        if (expression is not MemberExpression { Computed: true, Object: var owner } || Fold(owner) is not object?[] { Length: > 0 } list
            || !Array.TrueForAll(list, static item => item is string))
        {
            return null;
        }

        var choices = list.Cast<string>().Distinct(StringComparer.Ordinal).Take(MaxChoices + 1).ToList();
        return choices.Count <= MaxChoices ? choices : null;
    }

    private string? FoldTemplate(TemplateLiteral template)
    {
        var text = budget.NewText();
        for (var i = 0; i < template.Quasis.Count; i++)
        {
            if (i > 0 && !text.TryAdd(Coerced.ToText(Fold(template.Expressions[i - 1]))))
            {
                return null;
            }

            if (!text.TryAdd(template.Quasis[i].Value.Cooked))
            {
                return null;
            }
        }

        return text.ToString();
    }

    // Long sums nest to the left, deeper than the stack is.
    private object? FoldSum(BinaryExpression sum)
    {
        var parts = new List<Node>();
        Node first = sum;
        while (first is BinaryExpression { Operator: Operator.Addition } nested)
        {
            parts.Add(nested.Right);
            first = nested.Left;
            if (!budget.TryStep())
            {
                return null;
            }
        }

        parts.Add(first);
        parts.Reverse();
        return FoldParts(parts);
    }

    private object? FoldParts(IReadOnlyList<Node> parts)
    {
        if (parts.Count == 0)
        {
            return null;
        }

        var total = Fold(parts[0]);
        FoldedText? text = null;
        for (var i = 1; i < parts.Count && total is not null; i++)
        {
            var part = Fold(parts[i]);
            if (part is null or PathReference || total is PathReference)
            {
                return null;
            }

            if (text is null && total is double one && part is double other)
            {
                total = one + other;
                continue;
            }

            if (text is null)
            {
                text = budget.NewText();
                if (!text.TryAdd(Coerced.ToText(total)))
                {
                    return null;
                }
            }

            if (!text.TryAdd(Coerced.ToText(part)))
            {
                return null;
            }
        }

        return text is null ? total : text.ToString();
    }

    private object? FoldBinary(BinaryExpression binary)
    {
        if (Coerced.ToNumber(Fold(binary.Left)) is not { } left || Coerced.ToNumber(Fold(binary.Right)) is not { } right)
        {
            return null;
        }

        return binary.Operator switch
        {
            Operator.Subtraction => left - right,
            Operator.Multiplication => left * right,
            Operator.Division => left / right,
            Operator.Remainder => left % right,
            Operator.Exponentiation => Math.Pow(left, right),
            Operator.BitwiseAnd => (double)(Coerced.ToInt32(left) & Coerced.ToInt32(right)),
            Operator.BitwiseOr => (double)(Coerced.ToInt32(left) | Coerced.ToInt32(right)),
            Operator.BitwiseXor => (double)(Coerced.ToInt32(left) ^ Coerced.ToInt32(right)),
            Operator.LeftShift => (double)(Coerced.ToInt32(left) << (Coerced.ToInt32(right) & 31)),
            Operator.RightShift => (double)(Coerced.ToInt32(left) >> (Coerced.ToInt32(right) & 31)),
            Operator.UnsignedRightShift => (double)((uint)Coerced.ToInt32(left) >> (Coerced.ToInt32(right) & 31)),
            _ => null,
        };
    }

    private object? FoldUnary(UnaryExpression unary)
    {
        if (unary is UpdateExpression)
        {
            return null;
        }

        var value = Fold(unary.Argument);
        return unary.Operator switch
        {
            Operator.Void => Undefined.Instance,
            Operator.UnaryPlus => Coerced.ToNumber(value),
            Operator.UnaryNegation => -Coerced.ToNumber(value),
            Operator.BitwiseNot => Coerced.ToNumber(value) is { } number ? (double)~Coerced.ToInt32(number) : null,
            Operator.LogicalNot => Coerced.ToTruth(value) is { } truth ? !truth : null,
            _ => null,
        };
    }

    private object? FoldChoice(ConditionalExpression choice) => Coerced.ToTruth(Fold(choice.Test)) switch
    {
        true => Fold(choice.Consequent),
        false => Fold(choice.Alternate),
        _ => null,
    };

    private object?[]? FoldList(ArrayExpression list)
    {
        if (!budget.TrySteps(list.Elements.Count))
        {
            return null;
        }

        var values = new object?[list.Elements.Count];
        for (var i = 0; i < values.Length; i++)
        {
            values[i] = list.Elements[i] is null ? Undefined.Instance : Fold(list.Elements[i]);
        }

        return values;
    }

    private Dictionary<string, object?>? FoldObject(ObjectExpression members)
    {
        var values = new Dictionary<string, object?>(StringComparer.Ordinal);
        foreach (var member in members.Properties)
        {
            var name = member is not Property property ? null
                : property is { Computed: false, Key: Identifier key } ? key.Name
                : Coerced.ToText(Fold(property.Key));
            if (name is null || !budget.TryStep())
            {
                return null;
            }

            values[name] = Fold(((Property)member).Value);
        }

        return values;
    }

    private object? FoldMember(MemberExpression member)
    {
        var owner = Fold(member.Object);
        return owner is null || NameOf(member) is not { } name ? null : owner switch
        {
            PathReference reference => reference.To(name),
            string text => name == "length" ? (double)text.Length : At(text, name),
            object?[] list => name == "length" ? (double)list.Length : Index(name) is { } at && at < list.Length ? list[at] : null,
            Dictionary<string, object?> members => members.GetValueOrDefault(name),
            _ => null,
        };
    }

    private static string? At(string text, string index) => Index(index) is { } at && at < text.Length ? text[at].ToString() : null;

    private static int? Index(string name) => int.TryParse(name, out var index) && index >= 0 ? index : null;

    private object? FoldCall(Node callee, in NodeList<Expression> arguments)
    {
        if (callee is MemberExpression member && NameOf(member) is { } name && Fold(member.Object) is { } owner and not PathReference)
        {
            return owner switch
            {
                string text => TextMethods.Call(text, name, Values(arguments), arguments, budget),
                object?[] list => ListMethods.Call(list, name, Values(arguments), budget),
                double number when name is "toString" => TextMethods.InRadix(number, Values(arguments)),
                _ => null,
            };
        }

        return FoldReference(callee) is { } function ? KnownFunctions.Call(function, Values(arguments), budget) : null;
    }

    private object?[] Values(in NodeList<Expression> arguments)
    {
        var values = new object?[Math.Min(arguments.Count, FoldBudget.MaxArguments)];
        for (var i = 0; i < values.Length; i++)
        {
            values[i] = Fold(arguments[i]);
        }

        return values;
    }
}
