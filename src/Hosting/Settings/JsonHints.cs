using System.Text;
using System.Text.Json;

namespace Hosting.Settings;

/// <summary>What a person probably meant where a settings file is no JSON.</summary>
internal static class JsonHints
{
    /// <param name="utf8">The text.</param>
    /// <param name="wrong">What the reader says of it.</param>
    /// <returns>How to write it, in a sentence with a space before it; empty if nobody knows.</returns>
    public static string Of(ReadOnlySpan<byte> utf8, JsonException wrong)
    {
        if (utf8.TrimStart(" \t\r\n"u8) is not [(byte)'{' or (byte)'[' or (byte)'/', ..])
        {
            return " A settings file is JSON, and begins with {.";
        }

        if (wrong.Message.Contains("escapable", StringComparison.Ordinal))
        {
            return " Write \\\\ for each backslash.";
        }

        _ = Rune.DecodeFromUtf8(utf8[Offset(utf8, wrong)..], out var at, out _);
        return at switch
        {
            { IsAscii: false } when at != Rune.ReplacementChar => $" Instead of {at} (U+{at.Value:X4}) write a plain \" or a space.",
            { Value: '\'' } => " Write \" instead of '.",
            { Value: '#' or ';' } => " A comment begins with //.",
            _ when wrong.Message.Contains("after a value", StringComparison.Ordinal) => " Is there a comma missing before it?",
            _ when wrong.Message.Contains("start of a value", StringComparison.Ordinal) && Rune.IsLetter(at) =>
                " A text stands in quotation marks; true, false and null stand without them.",
            _ when wrong.Message.Contains("start of a property name", StringComparison.Ordinal) && Rune.IsLetter(at) =>
                " A name stands in quotation marks.",
            _ => "",
        };
    }

    private static int Offset(ReadOnlySpan<byte> utf8, JsonException wrong)
    {
        var start = 0;
        for (var line = 0; line < (wrong.LineNumber ?? 0); line++)
        {
            start += utf8[start..].IndexOf((byte)'\n') + 1;
        }

        return (int)Math.Min(start + (wrong.BytePositionInLine ?? 0), utf8.Length);
    }
}
