using System.Collections.Frozen;
using Acornima;
using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Parsing;

/// <summary>What a page's script has wait for the reader's click on one of its elements, and a document's for the Enter key.</summary>
internal static class ClickHandlers
{
    /// <summary>The name of a function that has no other and waits; none that a script can call.</summary>
    public const string Name = "(click)";

    private static readonly FrozenSet<string> Events = FrozenSet.Create(
        StringComparer.OrdinalIgnoreCase,
        "click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend", "keydown", "keyup", "keypress",
        "submit");

    private static readonly FrozenSet<string> Takers =
        FrozenSet.Create(StringComparer.Ordinal, "addEventListener", "attachEvent", "on", "click");

    /// <param name="attribute">An attribute of an element, such as <c>onclick</c>.</param>
    public static bool IsAttribute(string attribute) =>
        attribute.StartsWith("on", StringComparison.OrdinalIgnoreCase) && Events.Contains(attribute[2..]);

    /// <summary>Whether a member of an element holds what its clicks run. Members are spelt in one way only.</summary>
    public static bool IsMember(string name) => name.StartsWith("on", StringComparison.Ordinal) && IsAttribute(name);

    /// <summary>Whether a function of this name takes a handler. One that the page makes itself may do anything with it.</summary>
    public static bool IsTaker(string name) => Takers.Contains(name);

    /// <inheritdoc cref="IsTaker(string)"/>
    public static bool IsTaker(CodePart part) => part is
    {
        Node: IFunction,
        Parent: Property { Key: Identifier { Name: "on" or "click" } } or MethodDefinition { Key: Identifier { Name: "on" or "click" } },
    };

    /// <summary>Whether an event is a click, as it is fired: <c>click</c>, <c>onclick</c>, <c>click.a</c>, <c>focus click</c>.</summary>
    public static bool IsFired(string fired) =>
        fired.Split(' ').Select(static type => type.Split('.')[0]).Any(static type => Events.Contains(type) || IsAttribute(type));

    /// <summary>Whether a function, or its name, is handed over for a click. Anything can be a click on the whole page.</summary>
    /// <param name="parent">What it stands in.</param>
    public static bool Takes(Node? parent, Node handler) => parent switch
    {
        AssignmentExpression
        {
            Left: MemberExpression { Computed: false, Property: Identifier { Name: var name }, Object: var owner },
        } set => set.Right == handler && IsMember(name) && !IsPage(owner),
        CallExpression { Callee: MemberExpression { Computed: false, Property: Identifier { Name: var name }, Object: var owner } } call =>
            call.Arguments is [StringLiteral { Value: var on }, ..]
                ? name is "addEventListener" or "attachEvent" or "on" && (Events.Contains(on) || IsAttribute(on)) && !IsPage(owner)
                : name == "click" && call.Arguments.Count == 1,
        _ => false,
    };

    /// <summary>Whether a form asks whether its reader has pressed Enter in a field, as in that of a search.</summary>
    public static bool IsEnter(Expression test) => test switch
    {
        LogicalExpression { Operator: Operator.LogicalAnd } both => IsEnter(both.Left) || IsEnter(both.Right),
        BinaryExpression
        {
            Operator: Operator.Equality or Operator.StrictEquality,
            Left: MemberExpression { Computed: false, Object: Identifier { Name: "event" }, Property: Identifier { Name: "commitKey" } },
            Right: NumericLiteral { Value: 2 },
        } => true,
        _ => false,
    };

    private static bool IsPage(Expression owner) => owner is ThisExpression
        or Identifier { Name: "document" or "window" or "self" or "globalThis" or "top" or "parent" or "frames" }
        or MemberExpression
    {
        Property: Identifier { Name: "body" or "documentElement" or "document" or "window" or "self" or "top" or "parent" or "frames" },
    };
}
