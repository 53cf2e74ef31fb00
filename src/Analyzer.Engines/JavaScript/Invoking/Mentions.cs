using System.Collections.Frozen;
using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>
/// Functions that a script hands on instead of calling them: what gets one can call it under another name. To ask whether one is there is
/// no mention.
/// </summary>
internal static class Mentions
{
    // Not "constructor", which scripts assign to their own objects, nor timers, whose text alone matters.
    private static readonly FrozenSet<string> Runners = FrozenSet.Create(StringComparer.Ordinal, "eval", "Function", "execScript");

    /// <summary>Whether a name or a member stands for a value, and is not called here.</summary>
    /// <param name="parent">What it stands in.</param>
    public static bool IsValue(Node node, Node? parent) => parent switch
    {
        CallExpression call => call.Callee != node,
        NewExpression made => made.Callee != node,
        TaggedTemplateExpression tagged => tagged.Tag != node,
        MemberExpression member => member.Object != node && member.Computed,
        AssignmentExpression assignment => assignment.Left != node,
        VariableDeclarator declarator => declarator.Id != node,
        Property property => property.Value == node,
        UnaryExpression => false,
        IfStatement choice => choice.Test != node,
        ConditionalExpression choice => choice.Test != node,
        IFunction or CatchClause or LabeledStatement or BreakStatement or ContinueStatement or ForInStatement => false,
        _ => true,
    };

    /// <returns>What happens when somebody calls it; null for what is harmless.</returns>
    public static ScriptEffect? Judge(string name) => Runners.Contains(name) ? ScriptEffect.Other : DocumentCalls.JudgeMention(name);
}
