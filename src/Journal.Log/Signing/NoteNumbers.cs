using System.Globalization;

namespace Journal.Log.Signing;

/// <summary>Numbers in notes have only one spelling: no sign, no space, no leading zero.</summary>
internal static class NoteNumbers
{
    public static bool TryParse(string text, out long number) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number) && (text.Length == 1 || text[0] != '0');
}
