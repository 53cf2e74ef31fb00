using System.Text.RegularExpressions;
using Acornima;
using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Parsing;

/// <summary>Parses a script (ECMAScript) within bounds.</summary>
internal sealed class ScriptParser
{
    /// <summary>Parts of the tree.</summary>
    private const int MaxNodes = 400_000;

    /// <summary>Names that are declared: each is compared with those before it.</summary>
    private const int MaxNames = 5000;

    // So many comparisons of names take about as long as one character.
    private const int ComparisonsPerCharacter = 64;

    private static readonly Regex Namespace = new(@"[A-Za-z_$][\w$]*::", RegexOptions.NonBacktracking);

    // Windows' script host takes functions with the name of a member: function String.prototype.trim() {}.
    private static readonly Regex MemberFunction = new(
        @"\bfunction\s+[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)+\s*\(", RegexOptions.NonBacktracking);

    private int _nodes;
    private int _names;

    /// <returns>The tree; null when the text is no script, or one that would cost too much.</returns>
    public static Script? Parse(string text, ScriptBudget budget)
    {
        if (text.Length > ScriptBudget.MaxLength || !ScriptShape.MayParse(text) || !budget.TrySpend(text.Length))
        {
            return null;
        }

        return new ScriptParser().ParseCounted(text, budget)
            ?? (HasXmlNames(text) && budget.TrySpend(text.Length)
                ? new ScriptParser().ParseCounted(WithoutXmlNames(text), budget) : null)
            ?? (MemberFunction.IsMatch(text) && budget.TrySpend(text.Length)
                ? new ScriptParser().ParseCounted(WithPlainFunctions(text), budget) : null);
    }

    private static string WithPlainFunctions(string text) =>
        MemberFunction.Replace(text, static found => found.Value.Replace('.', '_'));

    // Readers know XML in scripts (ECMA-357), of which two are common: attributes, as in item.@name, and names of a namespace, as in
    // item.dc::title. Such a member is judged by its own name.
    private static bool HasXmlNames(string text) =>
        text.Contains(".@", StringComparison.Ordinal) || text.Contains("::", StringComparison.Ordinal);

    private static string WithoutXmlNames(string text) => Namespace.Replace(
        text.Replace(".@", "._", StringComparison.Ordinal), static found => new string(' ', found.Length));

    private Script? ParseCounted(string text, ScriptBudget budget)
    {
        try
        {
#pragma warning disable CS0618 // The next version checks nothing else; here to skip has to be asked for: readers differ in what they take.
            return new Parser(new ParserOptions
            {
                RegExpParseMode = RegExpParseMode.Skip,
                AllowReturnOutsideFunction = true,
                AllowAwaitOutsideFunction = true,
                AllowNewTargetOutsideFunction = true,
                AllowSuperOutsideMethod = true,
                CheckPrivateFields = false,
                OnNode = Count,
            }).ParseScript(text);
#pragma warning restore CS0618
        }
        catch (ParseErrorException)
        {
            return null;
        }
        catch (InsufficientExecutionStackException)
        {
            // Words can be nested as well as brackets.
            return null;
        }
        catch (TooLargeException)
        {
            return null;
        }
        finally
        {
            budget.TrySpend((long)_names * _names / ComparisonsPerCharacter);
        }
    }

    private void Count(Node node, in OnNodeContext context)
    {
        _nodes++;
        _names += node switch
        {
            VariableDeclarator or FunctionDeclaration or ClassDeclaration => 1,
            ArrayPattern pattern => pattern.Elements.Count,
            ObjectPattern pattern => pattern.Properties.Count,
            _ => 0,
        };
        if (_nodes > MaxNodes || _names > MaxNames)
        {
            throw new TooLargeException();
        }
    }

    /// <summary>Ends the parsing: the parser knows no other way.</summary>
    private sealed class TooLargeException : Exception;
}
