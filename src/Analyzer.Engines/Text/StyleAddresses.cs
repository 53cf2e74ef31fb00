using System.Buffers;

namespace Analyzer.Engines.Text;

/// <summary>The addresses that a style sheet has its reader load (CSS Values and Units 3, section 3.4).</summary>
internal static class StyleAddresses
{
    private static readonly string[] Starts = ["url(", "@import"];
    private static readonly SearchValues<char> Ends = SearchValues.Create(")\"';\r\n");

    /// <returns>The first one on a file share; null when there is none.</returns>
    public static string? FindShare(string style)
    {
        foreach (var start in Starts)
        {
            for (var at = 0; (at = style.IndexOf(start, at, StringComparison.OrdinalIgnoreCase)) >= 0;)
            {
                at += start.Length;
                var written = style.AsSpan(at).TrimStart(" \t\r\n\"'");
                var end = written.IndexOfAny(Ends);
                var address = (end < 0 ? written : written[..end]).Trim().ToString();
                if (Addresses.IsShare(address) || Addresses.IsShare(address.Replace(@"\\", @"\", StringComparison.Ordinal)))
                {
                    return address;
                }
            }
        }

        return null;
    }
}
