using System.Buffers;

namespace Analyzer.Engines.Text;

/// <summary>Long runs of letters of base64 and ends of lines are data: no phrase stands in them, so a search may pass over them.</summary>
internal static class DataRun
{
    /// <summary>Words, names and paths are shorter. Runs are looked for in steps of this length; most steps end at a blank.</summary>
    private const int Step = 256;

    /// <summary>Longer than a phrase, which may begin before the run and end in it, or begin in it.</summary>
    private const int Margin = 64;

    private static readonly SearchValues<byte> Letters =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n"u8);

    /// <returns>Where the next part to pass over begins and ends. Both are the length of the text when there is none.</returns>
    public static (int Start, int End) Find(ReadOnlySpan<byte> text, int from)
    {
        for (var i = from; i + Step <= text.Length; i += Step)
        {
            if (!text.Slice(i, Step).ContainsAnyExcept(Letters))
            {
                var behind = text[(i + Step)..].IndexOfAnyExcept(Letters);
                return (i + Margin, (behind < 0 ? text.Length : i + Step + behind) - Margin);
            }
        }

        return (text.Length, text.Length);
    }
}
