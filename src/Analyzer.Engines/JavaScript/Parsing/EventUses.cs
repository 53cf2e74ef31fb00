using Acornima;
using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Parsing;

/// <summary>What a form's script does with the event that it runs for.</summary>
internal static class EventUses
{
    private const string Event = "event";

    /// <summary>Whether the event may be changed here, or known by another name: everything but reading a member of it.</summary>
    public static bool IsChange(CodePart part) => part switch
    {
        { Node: MemberExpression { Object: Identifier { Name: Event } } member, Parent: var parent } => !IsRead(member, parent),
        { Node: Identifier { Name: Event } name, Parent: MemberExpression member } => member.Object != name,
        { Node: Identifier { Name: Event } name, Parent: Property property } => property.Value == name,
        { Node: Identifier { Name: Event } or StringLiteral { Value: Event } } => true,
        _ => false,
    };

    private static bool IsRead(MemberExpression member, Node? parent) => parent switch
    {
        AssignmentExpression assignment => assignment.Left != member,
        UnaryExpression { Operator: Operator.Delete } or UpdateExpression or ArrayPattern or AssignmentProperty or RestElement => false,
        AssignmentPattern pattern => pattern.Left != member,
        ForInStatement loop => loop.Left != member,
        ForOfStatement loop => loop.Left != member,
        _ => true,
    };
}
