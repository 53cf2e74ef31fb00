using System.Collections.Frozen;
using Acornima;
using Acornima.Ast;
using Analyzer.Engines.JavaScript.Invoking;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Text;

/// <summary>The texts that a script carries, puts together and decodes: machine code, shares, text in bulk.</summary>
/// <param name="isBulkTold">Whether to decode much is told; pages do so for many reasons.</param>
internal sealed class HeldTexts(ConstantFolder folder, FoldBudget budget, bool isBulkTold)
{
    /// <summary>Bulk: so many calls that make text of numbers, or so many numbers in one.</summary>
    private const int BulkCalls = 8;
    private const int BulkNumbers = 40;

    /// <summary>A decoded text this short that can be read hides nothing.</summary>
    private const int ShortText = 200;

    private static readonly FrozenSet<string> Decoders = FrozenSet.Create(
        StringComparer.Ordinal, "unescape", "decodeURIComponent", "decodeURI", "fromCharCode", "fromCodePoint", "atob", "stringFromStream");

    private int _codes;

    /// <summary>Where the script first decodes something; -1 when it does not.</summary>
    public int FirstDecoding { get; private set; } = -1;

    /// <summary>Looks at a call, which may decode text.</summary>
    /// <param name="scope">Takes what is found.</param>
    public void LookAt(Call call, Expression node, ScriptScope scope)
    {
        if (call.Name is not { } name || !Decoders.Contains(name))
        {
            return;
        }

        FirstDecoding = FirstDecoding < 0 ? node.Start : FirstDecoding;
        if (name is "atob" or "unescape" || call.Arguments.Any(argument => ComputedText.IsOfPage(argument, folder)))
        {
            NoteData(ScriptEffect.MayCarry, node, scope);
        }

        var decoded = folder.Fold(node) as string;
        if (decoded is not null)
        {
            LookAt(decoded, node, scope, mayBeBytes: isBulkTold || name != "atob");
        }

        _codes += name is "fromCharCode" or "fromCodePoint" ? 1 : 0;
        var isBulk = name switch
        {
            "fromCharCode" or "fromCodePoint" => _codes >= BulkCalls || call.Arguments.Count >= BulkNumbers,
            "decodeURIComponent" or "decodeURI" => false,
            _ => decoded is null || decoded.Length > ShortText || decoded.AsSpan().ContainsAnyInRange('\0', '\u0008'),
        };
        if (isBulk && isBulkTold)
        {
            scope.Mark(ScriptEffect.Decodes, node.Start);
        }
    }

    /// <summary>Looks at a text.</summary>
    /// <param name="node">Where it stands.</param>
    /// <param name="scope">Takes what is found.</param>
    public void LookAt(string text, Node node, ScriptScope scope) => LookAt(text, node, scope, mayBeBytes: true);

    private void LookAt(string text, Node node, ScriptScope scope, bool mayBeBytes)
    {
        if (CarriedData.MayBe(text))
        {
            NoteData(CarriedData.Is(text) ? ScriptEffect.Carries : ScriptEffect.MayCarry, node, scope);
        }

        // Machine code is carried as it is, or as escapes that something else undoes.
        if (MachineCode.Looks(text, mayBeBytes) || (text.Contains("%u", StringComparison.OrdinalIgnoreCase) && budget.TryText(text.Length)
            && MachineCode.Looks(KnownFunctions.Unescape(text))))
        {
            scope.Mark(ScriptEffect.Shellcode, node.Start);
        }

        if (TextMarks.IsShare(text))
        {
            scope.Mark(ScriptEffect.Connects, node.Start);
        }
    }

    /// <summary>Looks at a text that is put together.</summary>
    /// <param name="scope">Takes what is found.</param>
    public void LookAtSum(Expression? sum, ScriptScope scope)
    {
        if (sum is BinaryExpression { Operator: Operator.Addition } && folder.Fold(sum) is string text)
        {
            LookAt(text, sum, scope);
        }
    }

    private void NoteData(ScriptEffect effect, Node node, ScriptScope scope)
    {
        if (!isBulkTold)
        {
            scope.Mark(effect, node.Start);
        }
    }
}
