using System.Text;

namespace Analyzer.Engines.Text;

/// <summary>Lists of files, such as those of media players, whose lines are paths.</summary>
internal static class Shares
{
    /// <returns>The first line that is a path on a file share; null when there is none.</returns>
    public static string? FindLine(ReadOnlySpan<byte> list) => Array.Find(
        Encoding.Latin1.GetString(list).Split('\n'), static line => Addresses.IsShare(line.Trim()))?.Trim();
}
