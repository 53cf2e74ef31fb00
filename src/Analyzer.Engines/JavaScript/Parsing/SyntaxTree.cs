using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Parsing;

/// <summary>The parts of a script's tree, with what they depend on.</summary>
internal static class SyntaxTree
{
    /// <summary>Further functions count as parts of what is around them.</summary>
    private const int MaxFunctions = 2048;

    private const int MaxLookedAt = 200;

    // What a script asks when it wants to know whether the reader is recent enough for the document.
    private static readonly HashSet<string> VersionNames = new(StringComparer.Ordinal)
    {
        "viewerVersion", "viewerType", "viewerVariation", "formsVersion", "xfa_version", "xfa_installed", "numPlugIns",
    };

    // Called by the language itself, where an object stands for a text or a number.
    private static readonly HashSet<string> Implied = new(StringComparer.Ordinal) { "toString", "valueOf", "toSource", "toJSON" };

    /// <summary>All parts in the order of the text. Without recursion: a tree can be deeper than the stack.</summary>
    /// <param name="functions">Takes the names of functions that run when they are called; the first is the script itself.</param>
    /// <param name="nesting">Takes all functions.</param>
    /// <param name="isPage">Whether it is a page's: its elements can be clicked.</param>
    public static List<CodePart> Flatten(Node root, List<string> functions, Nesting nesting, bool isPage)
    {
        functions.Add("");
        var answers = new HashSet<string>(StringComparer.Ordinal);
        var (parts, children, open) = (new List<CodePart>(), new List<CodePart>(),
            new Stack<CodePart>([new(root, null, 0, 0, false, false)]));
        while (open.TryPop(out var part))
        {
            parts.Add(part);
            var asks = part.AsksVersion || (TestOf(part.Node) is { } test && MentionsVersion(test, answers));
            if (part is { AsksVersion: true, Node: AssignmentExpression { Left: Identifier answer } })
            {
                answers.Add(answer.Name); // if (app.viewerVersion < 6) isOld = 1; if (isOld) ...
            }

            children.Clear();
            foreach (var child in part.Node.ChildNodes)
            {
                if (child is not null)
                {
                    var function = FunctionOf(part, child, functions, isPage);
                    var nested = child is IFunction ? nesting.Add(part.Nested) : part.Nested;
                    children.Add(new(child, part.Node, function, nested, asks, IsHandedOver(part, child)));
                }
            }

            for (var i = children.Count - 1; i >= 0; i--)
            {
                open.Push(children[i]);
            }
        }

        return parts;
    }

    // An argument, or a part of one: whoever gets it calls the functions in it.
    private static bool IsHandedOver(in CodePart parent, Node child) => parent.Node switch
    {
        CallExpression call => call.Callee != child,
        NewExpression made => made.Callee != child,
        ObjectExpression or ArrayExpression or Property => parent.IsHandedOver,
        _ => false,
    };

    // One that has no name that somebody could call is taken to run where it stands.
    private static int FunctionOf(in CodePart parent, Node child, List<string> functions, bool isPage)
    {
        if (functions.Count == MaxFunctions)
        {
            return parent.Function;
        }

        if (!isPage && parent.Node is IfStatement choice && choice.Consequent == child && ClickHandlers.IsEnter(choice.Test))
        {
            functions.Add(ClickHandlers.Name);
            return functions.Count - 1;
        }

        if (child is not IFunction function)
        {
            return parent.Function;
        }

        var name = isPage && ClickHandlers.Takes(parent.Node, child) ? ClickHandlers.Name
            : parent.IsHandedOver && parent.Node is Property ? null
            : NameOf(parent.Node, function);
        if (name is null || Implied.Contains(name))
        {
            return parent.Function;
        }

        functions.Add(name);
        return functions.Count - 1;
    }

    private static string? NameOf(Node parent, IFunction function) => parent switch
    {
        CallExpression or NewExpression => null,
        VariableDeclarator { Id: Identifier name } => name.Name,
        AssignmentExpression { Left: Identifier name } => name.Name,
        AssignmentExpression { Left: MemberExpression { Computed: false, Property: Identifier name } } => name.Name,
        Property { Computed: false, Key: Identifier name } => name.Name,
        _ => function is FunctionDeclaration ? function.Id?.Name : null,
    };

    private static Expression? TestOf(Node node) => node switch
    {
        IfStatement choice => choice.Test,
        ConditionalExpression choice => choice.Test,
        LogicalExpression choice => choice.Left,
        _ => null,
    };

    private static bool MentionsVersion(Expression test, HashSet<string> answers)
    {
        var open = new Stack<Node>([test]);
        for (var looked = 0; looked < MaxLookedAt && open.TryPop(out var node); looked++)
        {
            if (node is Identifier name && (VersionNames.Contains(name.Name) || answers.Contains(name.Name)))
            {
                return true;
            }

            foreach (var child in node.ChildNodes)
            {
                if (child is not null)
                {
                    open.Push(child);
                }
            }
        }

        return false;
    }
}

/// <param name="Parent">What it stands in; null for the script itself.</param>
/// <param name="Function">The number of the function that it is in; 0 for the script itself.</param>
/// <param name="Nested">The number of the innermost function around it; a function has its own.</param>
/// <param name="AsksVersion">Whether it depends on how recent the reader is.</param>
/// <param name="IsHandedOver">Whether it is a part of an argument.</param>
internal readonly record struct CodePart(
    Node Node, Node? Parent, int Function, int Nested, bool AsksVersion, bool IsHandedOver);
