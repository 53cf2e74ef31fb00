using Analyzer.Engines.Contract;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Office;

/// <summary>Looks at the codes of a document's fields (ECMA-376 part 1, 17.16.5).</summary>
internal static class FieldCodes
{
    private static readonly string[] Loading = ["INCLUDEPICTURE", "INCLUDETEXT", "IMPORT", "LINK", "RD", "DDE", "DDEAUTO"];

    /// <param name="text">The codes of one or several fields, one behind the other.</param>
    /// <param name="evidence">Gets what they do.</param>
    /// <param name="offset">Where they begin.</param>
    public static void LookAt(string text, Evidence evidence, long offset)
    {
        var words = text.Split([' ', '\t', '\r', '\n', '\u0013', '\u0014', '\u0015'], StringSplitOptions.RemoveEmptyEntries);
        for (var i = 0; i < words.Length; i++)
        {
            var word = words[i].Trim('"', '{', '}').ToUpperInvariant();
            if (word is "DDE" or "DDEAUTO" && i + 1 < words.Length)
            {
                evidence.Find(OfficeRules.Dde, offset, text);
            }
            else if (Array.IndexOf(Loading, word) >= 0)
            {
                LookAtAddress(words.AsSpan(i + 1), evidence, offset, text);
                if (FetchesText(words.AsSpan(i)))
                {
                    evidence.Find(OfficeRules.RemoteObject, offset, text);
                }
            }
            else if (word == "QUOTE"
                && words.Skip(i + 1).Take(8).Count(next => int.TryParse(next, out var code) && code is > 31 and < 127) >= 4)
            {
                // Letters by their numbers: that is how a DDE field hides what it asks for.
                evidence.Find(OfficeRules.Dde, offset, text);
            }
        }
    }

    // It becomes text of this document, unlike a picture. Words behind the address may be of another field, those before a field prose.
    private static bool FetchesText(ReadOnlySpan<string> words) => words switch
    {
        ["LINK", var type, var address, ..] => type.Contains('.', StringComparison.Ordinal) && Addresses.IsWeb(address.Trim('"')),
        ["RD", ['"', ..] address, ..] => Addresses.IsWeb(address.Trim('"')),
        [var word, var address, ..] => word.Trim('"', '{', '}').Equals("INCLUDETEXT", StringComparison.OrdinalIgnoreCase)
            && Addresses.IsWeb(address.Trim('"')),
        _ => false,
    };

    private static void LookAtAddress(ReadOnlySpan<string> words, Evidence evidence, long offset, string text)
    {
        foreach (var word in words[..Math.Min(words.Length, 4)])
        {
            var address = word.Trim('"').Replace(@"\\\\", @"\\", StringComparison.Ordinal);
            if (Addresses.IsShare(address))
            {
                evidence.Find(OfficeRules.Share, offset, text);
            }
            else if (Addresses.IsWeb(address))
            {
                evidence.Find(OfficeRules.RemotePicture, offset, text);
            }
        }
    }
}
