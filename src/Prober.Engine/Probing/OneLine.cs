namespace Prober.Engine.Probing;

/// <summary>The words of a server or a program, which may be long and hold anything, as a part of a sentence.</summary>
public static class OneLine
{
    /// <param name="words">The words.</param>
    /// <param name="length">The most characters.</param>
    public static string Of(string words, int length) =>
        string.Concat(words.Take(length).Select(letter => char.IsControl(letter) ? ' ' : letter));
}
