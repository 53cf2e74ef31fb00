using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Parsing;

/// <summary>Tells statements of a script from lines of settings, tables and notes, many of which parse as well.</summary>
internal static class ScriptStatements
{
    public static bool IsCode(Statement statement) => statement switch
    {
        ExpressionStatement { Expression: var expression } => IsCode(expression),
        LabeledStatement or EmptyStatement or BlockStatement => false,
        _ => true,
    };

    private static bool IsCode(Expression expression) => expression switch
    {
        AssignmentExpression { Right: FunctionExpression or ArrowFunctionExpression or CallExpression or NewExpression } => true,
        CallExpression { Callee: MemberExpression or FunctionExpression or ArrowFunctionExpression } => true,
        CallExpression { Callee: Identifier, Arguments: [Literal or FunctionExpression, ..] } => true, // not so "word (remark)"
        NewExpression => true,
        UnaryExpression { Argument: var inner } => IsCode(inner),
        SequenceExpression { Expressions: var several } => several.Any(IsCode),
        _ => false,
    };
}
