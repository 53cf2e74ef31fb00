using System.Text;
using System.Text.RegularExpressions;
using Acornima;
using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>
/// What a page's script writes into the page out of decoded text. Pages have written <c>unescape("%3Cscript src='...'%3E")</c> for years,
/// because the tag itself would end their script; who can read what is decoded is shown nothing else.
/// </summary>
internal sealed class WrittenMarkup
{
    /// <summary>More than a tag or two.</summary>
    private const int MaxShown = 400;
    private const int MaxLookedAt = 64;

    // What stands for text that is not known: what is decoded, and what is written as it is.
    private const char Decoded = '\u0001';
    private const char Written = '\u0002';

    private static readonly Regex Script = new("<script", RegexOptions.IgnoreCase | RegexOptions.NonBacktracking);

    // A script that lies elsewhere, with nothing between its tags.
    private static readonly Regex ScriptElsewhere = new(
        @"<script[\s/]([^<>]*[\s/""'])?src\s*=[^<>]*>\s*(</script|\z)", RegexOptions.IgnoreCase | RegexOptions.NonBacktracking);

    // In decoded text, only a part of a tag may be unknown, such as a host's name.
    private static readonly Regex UnknownOutsideTag = new($"(^|>)[^<]*{Decoded}", RegexOptions.NonBacktracking);

    private readonly ConstantFolder _folder;
    private readonly StringBuilder _shown = new();
    private int _left = MaxLookedAt;
    private bool _isHidden;

    private WrittenMarkup(ConstantFolder folder) => _folder = folder;

    /// <summary>Whether the call writes text that it decodes and does not show.</summary>
    public static bool IsHidden(Call call)
    {
        if (call.Name is not ("write" or "writeln") || !call.Arguments.Any(Decodes))
        {
            return false;
        }

        var written = new WrittenMarkup(call.Folder);
        foreach (var argument in call.Arguments)
        {
            written.Add(argument, Written);
        }

        return written._isHidden || !IsPlain(KnownFunctions.Unescape(written._shown.ToString()));
    }

    /// <param name="unknown">Stands for text that is not known.</param>
    private void Add(Node node, char unknown)
    {
        _isHidden |= --_left < 0 || _shown.Length > MaxShown;
        if (_isHidden)
        {
            return;
        }

        switch (node)
        {
            case CallExpression call when DecoderOf(call) is { } decoder:
                AddDecoded(call, decoder);
                break;
            case BinaryExpression { Operator: Operator.Addition } sum:
                Add(sum.Left, unknown);
                Add(sum.Right, unknown);
                break;
            case Expression value when _folder.Fold(value) is string text:
                _shown.Append(text);
                break;
            case var other when Decodes(other):
                foreach (var child in other.ChildNodes)
                {
                    if (child is not null)
                    {
                        Add(child, unknown);
                    }
                }

                break;
            default:
                _shown.Append(unknown);
                break;
        }
    }

    // Nobody reads base64, nor numbers that are not there.
    private void AddDecoded(CallExpression call, string decoder)
    {
        if (decoder == "fromCharCode" && _folder.Fold(call) is string text)
        {
            _shown.Append(text);
        }
        else if (decoder is "atob" or "fromCharCode")
        {
            _isHidden = true;
        }
        else if (call.Arguments is [var argument, ..])
        {
            Add(argument, Decoded);
        }
    }

    // A tag that can be read, and of a script only one that names where it lies.
    private static bool IsPlain(string markup) => markup.Length <= MaxShown && markup.Contains('<', StringComparison.Ordinal)
        && Script.Count(markup) == ScriptElsewhere.Count(markup) && !UnknownOutsideTag.IsMatch(markup)
        && !markup.Contains("<form", StringComparison.OrdinalIgnoreCase)
        && !markup.Contains("eval(", StringComparison.Ordinal) && !markup.Contains("<object", StringComparison.OrdinalIgnoreCase);

    private static bool Decodes(Node node)
    {
        var open = new Stack<Node>([node]);
        for (var looked = 0; looked < MaxLookedAt && open.TryPop(out var part); looked++)
        {
            if (part is CallExpression call && DecoderOf(call) is not null)
            {
                return true;
            }

            foreach (var child in part.ChildNodes)
            {
                if (child is not null)
                {
                    open.Push(child);
                }
            }
        }

        return false;
    }

    private static string? DecoderOf(CallExpression call)
    {
        var name = call.Callee switch
        {
            Identifier function => function.Name,
            MemberExpression { Computed: false, Property: Identifier member } => member.Name,
            _ => null,
        };
        return name is "unescape" or "atob" or "decodeURIComponent" or "decodeURI" or "fromCharCode" ? name : null;
    }
}
