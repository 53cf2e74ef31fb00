namespace Sigma.Engine.Patterns;

/// <summary>
/// The modifier <c>windash</c>: the five characters that Windows accepts at the beginning of a flag are interchangeable where a word
/// begins.
/// </summary>
internal static class WindowsDashes
{
    /// <summary>More flags in one value make more variants than anybody intends.</summary>
    public const int MaxVariants = 20_000;

    private const string Dashes = "-/\u2013\u2014\u2015";

    /// <returns>Null when there are more than <see cref="MaxVariants"/>.</returns>
    public static IReadOnlyList<TextPattern>? Expand(TextPattern pattern)
    {
        var flags = new List<(int Piece, int At)>();
        for (var piece = 0; piece < pattern.Pieces.Count; piece++)
        {
            var text = pattern.Pieces[piece].Text;
            for (var at = 0; at < text.Length; at++)
            {
                if (Dashes.Contains(text[at]) && (at == 0 || !IsWord(text[at - 1])) && at + 1 < text.Length && IsWord(text[at + 1]))
                {
                    flags.Add((piece, at));
                }
            }
        }

        if (Math.Pow(Dashes.Length, flags.Count) > MaxVariants)
        {
            return null;
        }

        var variants = new List<char[][]> { pattern.Pieces.Select(piece => piece.Text.ToCharArray()).ToArray() };
        foreach (var (piece, at) in flags)
        {
            variants = [.. variants.SelectMany(variant => Replace(variant, piece, at))];
        }

        return [.. variants.Select(variant => new TextPattern(
            [.. pattern.Pieces.Zip(variant, (piece, text) => piece with { Text = new string(text) })]))];
    }

    /// <summary>The variant as it is first, then the others in the order of the specification.</summary>
    private static IEnumerable<char[][]> Replace(char[][] variant, int piece, int at)
    {
        yield return variant;
        foreach (var dash in Dashes.Where(dash => dash != variant[piece][at]))
        {
            var other = variant.Select(text => (char[])text.Clone()).ToArray();
            other[piece][at] = dash;
            yield return other;
        }
    }

    private static bool IsWord(char character) => char.IsLetterOrDigit(character) || character == '_';
}
