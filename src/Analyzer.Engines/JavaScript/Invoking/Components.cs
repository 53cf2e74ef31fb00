using System.Text.RegularExpressions;
using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>
/// What a page's script has the components of Windows do that it makes itself (<c>new ActiveXObject("A.B")</c>, or an element of a class).
/// To ask which version is there is nothing.
/// </summary>
/// <param name="bindings">The script's own names.</param>
/// <param name="elements">Takes the names of the page's elements of which it uses members.</param>
internal sealed class Components(ConstantFolder folder, Bindings bindings, HashSet<string> elements)
{
    private const int MaxLookedAt = 64;

    // Of every element.
    private static readonly HashSet<string> OfElements = new(StringComparer.Ordinal)
    {
        "setAttribute", "getAttribute", "removeAttribute", "appendChild", "removeChild", "insertBefore", "addEventListener", "attachEvent",
        "focus",
    };

    private static readonly Regex Use = new(@"\b([A-Za-z_$][\w$]*)\.[A-Za-z_$][\w$]*\s*[(=]", RegexOptions.NonBacktracking);

    private bool _hasClass;

    /// <summary>Adds the names of which a text that cannot be parsed seems to use members.</summary>
    /// <param name="elements">Takes them.</param>
    public static void AddElements(ReadOnlySpan<char> text, HashSet<string> elements)
    {
        foreach (var use in Use.EnumerateMatches(text))
        {
            var name = text.Slice(use.Index, use.Length);
            elements.Add(name[..name.IndexOf('.')].ToString());
        }
    }

    /// <summary>Notes the class of an element that the script makes.</summary>
    /// <param name="component">Such as <c>clsid:00000000-0000-0000-0000-000000000001</c>; null when it is not known.</param>
    public void NoteClass(string? component) =>
        _hasClass |= component?.StartsWith("clsid:", StringComparison.OrdinalIgnoreCase) == true && !Players.Has(component);

    /// <summary>Looks at a member of something that the page's tags, or the script itself, have made.</summary>
    /// <param name="parent">What the member stands in.</param>
    /// <param name="scope">Takes what it does.</param>
    public void LookAt(MemberExpression member, Node? parent, ScriptScope scope)
    {
        if (member.Object is Identifier { Name: var owner } && !bindings.Has(owner))
        {
            elements.Add(owner);
        }

        var isCall = parent is CallExpression call && call.Callee == member;
        if (!isCall && !IsSet(member, parent))
        {
            return;
        }

        var name = folder.NameOf(member) ?? "";
        foreach (var value in ValuesOf(member.Object))
        {
            if (ElementOf(value) is { } element)
            {
                elements.Add(element);
            }

            if ((IsMade(value) && !AsksVersion(name)) || (_hasClass && isCall && IsElement(value) && !OfElements.Contains(name)))
            {
                scope.Mark(ScriptEffect.UsesComponent, member.Start);
            }
        }
    }

    private static bool IsSet(MemberExpression member, Node? parent) => parent is AssignmentExpression set && set.Left == member;

    private static bool AsksVersion(string name) => name.Contains("version", StringComparison.OrdinalIgnoreCase)
        || name.Contains("installed", StringComparison.OrdinalIgnoreCase) || name.Contains("available", StringComparison.OrdinalIgnoreCase);

    private IEnumerable<Node> ValuesOf(Expression owner) => owner is Identifier variable
        ? folder.AssignedTo(variable.Name, folder.Nested).Take(MaxLookedAt).Select(static assigned => assigned.Value) : [owner];

    // Of what is put together out of what is not known, such as one of several names, nothing is said.
    private bool IsMade(Node value)
    {
        var (called, arguments) = value switch
        {
            NewExpression made => (made.Callee, made.Arguments),
            CallExpression call => (call.Callee, call.Arguments),
            _ => (null, default),
        };
        return called is Identifier { Name: "ActiveXObject" } or MemberExpression { Property: Identifier { Name: "ActiveXObject" } }
            && arguments is [var argument, ..] && folder.Fold(argument) is string name
            && !Players.HasName(name) && !PageCalls.IsKnown(name);
    }

    private bool IsElement(Node value) => value is CallExpression
    {
        Callee: MemberExpression { Property: Identifier { Name: "createElement" } }, Arguments: [var tag, ..],
    } && folder.Fold(tag) is string name && name.Equals("object", StringComparison.OrdinalIgnoreCase);

    private string? ElementOf(Node value) => value switch
    {
        CallExpression { Callee: MemberExpression { Property: Identifier { Name: "getElementById" } }, Arguments: [var id, ..] } =>
            folder.Fold(id) as string,
        MemberExpression { Object: Identifier { Name: "document" or "window" } } member => folder.NameOf(member),
        MemberExpression { Object: MemberExpression { Property: Identifier { Name: "all" } } } member => folder.NameOf(member),
        _ => null,
    };
}
