using System.Runtime.CompilerServices;

namespace Sigma.Engine.Records;

/// <summary>Checks the scalars of a record, and keeps those that rules need.</summary>
/// <param name="tree">The names that rules use.</param>
/// <param name="values">Takes the values.</param>
/// <param name="keepsAll">Whether to keep every scalar as well, for keywords.</param>
internal sealed class ScalarKeeper(NameTree tree, RecordValues values, bool keepsAll)
{
    /// <summary>Keeps a string.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void KeepText(ReadOnlySpan<byte> text, int node, int start, int length, bool mayHaveEscapes)
    {
        if (node < 0 && !keepsAll)
        {
            return;
        }

        var isEscaped = mayHaveEscapes && text.Slice(start, length).Contains((byte)'\\');
        KeepBoth(node, start, length, isEscaped ? RecordValueKind.EscapedText : RecordValueKind.Text);
    }

    /// <summary>Keeps a number, true or false, and the name alone of null.</summary>
    /// <returns>False when it is none of them.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool KeepScalar(ReadOnlySpan<byte> text, int node, int begin, int end)
    {
        if (!JsonScalars.IsUsual(text, begin, end))
        {
            return KeepOther(text, node, begin, end);
        }

        if (node >= 0 || keepsAll)
        {
            var kind = text[begin] is (byte)'t' or (byte)'f' ? RecordValueKind.Boolean : RecordValueKind.Number;
            KeepBoth(node, begin, end - begin, kind);
        }

        return true;
    }

    /// <summary>Null, a scalar among blanks or in a short text, one that is written in an unusual way, and what is none.</summary>
    private bool KeepOther(ReadOnlySpan<byte> text, int node, int begin, int end)
    {
        while (begin < end && JsonBlanks.Is(text[begin]))
        {
            begin++;
        }

        while (end > begin && JsonBlanks.Is(text[end - 1]))
        {
            end--;
        }

        var scalar = text[begin..end];
        if (JsonScalars.IsNull(scalar))
        {
            if (node >= 0 && tree.IsWanted(node))
            {
                values.Keep(node, begin, scalar.Length, RecordValueKind.NameOnly);
            }

            return true;
        }

        if (JsonScalars.KindOf(scalar) is not { } kind)
        {
            return false;
        }

        KeepBoth(node, begin, scalar.Length, kind);
        return true;
    }

    private void KeepBoth(int node, int start, int length, RecordValueKind kind)
    {
        if (node >= 0 && tree.IsWanted(node))
        {
            values.Keep(node, start, length, kind);
        }

        if (keepsAll)
        {
            values.Keep(values.ScalarNode, start, length, kind);
        }
    }
}
