using Antlr4.Runtime;
using Antlr4.Runtime.Tree;
using Cel;
using Cel.Internal;

namespace Prober.Features.Configuration.Evaluation;

/// <summary>
/// Writes an expression so that the package reads maps as the language defines it: a field that is missing is an error, which the other
/// side of <c>||</c> or <c>&amp;&amp;</c> may make good. The package has that for <c>a["b"]</c>, but not for <c>a.b</c>.
/// </summary>
internal static class CelText
{
    /// <summary>The function that stands for <c>matches</c>.</summary>
    public const string Matches = "matches_in_linear_time";

    /// <exception cref="FormatException">It is no expression.</exception>
    public static string OfMaps(CelEnvironment environment, string text)
    {
        var errors = new FirstError();
        var lexer = new CelLexer(new AntlrInputStream(text));
        lexer.RemoveErrorListeners();
        lexer.AddErrorListener(errors);
        var tokens = new CommonTokenStream(lexer);
        tokens.Fill();
        if (errors.Message is { } message)
        {
            throw new FormatException(message);
        }

        var writer = new TokenStreamRewriter(tokens);
        Rewrite(environment.Parse(text), writer);
        return writer.GetText();
    }

    private static void Rewrite(IParseTree tree, TokenStreamRewriter writer)
    {
        switch (tree)
        {
            case CelParser.IdentOrGlobalCallContext { id.Text: "has", args: { } args } call when Selected(args) is { } field:
                writer.Replace(call.id, call.op, $"(\"{field.id.Text}\" in (");
                writer.Replace(field.op, field.id, ")");
                Rewrite(field.member(), writer);
                return;
            case CelParser.IdentOrGlobalCallContext { id.Text: "matches", args: not null } call:
                writer.Replace(call.id, Matches);
                break;
            case CelParser.MemberCallContext { id.Text: "matches" } call:
                writer.Replace(call.id, Matches);
                break;
            case CelParser.MemberCallContext { id.Text: "exists", args._e: [_, var wanted] } call:
                // Of the package's loops, all alone minds errors.
                writer.InsertBefore(call.Start, "(!");
                writer.Replace(call.id, "all");
                writer.InsertBefore(wanted.Start, "!(");
                writer.InsertAfter(wanted.Stop, ")");
                writer.InsertAfter(call.Stop, ")");
                break;
            case CelParser.SelectContext select:
                writer.Replace(select.op, select.id, $"[\"{select.id.Text}\"]");
                break;
        }

        for (var i = 0; i < tree.ChildCount; i++)
        {
            Rewrite(tree.GetChild(i), writer);
        }
    }

    /// <returns>The field that is the whole tree; null when it is something else.</returns>
    private static CelParser.SelectContext? Selected(IParseTree tree) =>
        tree is CelParser.SelectContext select ? select : tree.ChildCount == 1 ? Selected(tree.GetChild(0)) : null;

    private sealed class FirstError : IAntlrErrorListener<int>
    {
        public string? Message { get; private set; }

        public void SyntaxError(
            TextWriter output, IRecognizer recognizer, int offendingSymbol, int line, int charPositionInLine, string msg,
            RecognitionException e) =>
            Message ??= $"line {line}:{charPositionInLine} {msg}";
    }
}
