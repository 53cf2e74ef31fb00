namespace Analyzer.Engines.Text;

/// <summary>What an address leads to, by its scheme.</summary>
internal static class Addresses
{
    private const int MaxEnding = 5;

    // Schemes that start a program of Windows with what the address says (Microsoft, "URI schemes"; CVE-2022-30190 and its kin).
    private static readonly string[] Starting =
    [
        "ms-msdt:", "search-ms:", "search:", "ms-officecmd:", "ms-search:", "ms-appinstaller:", "ms-cxh:", "ms-cxh-full:", "ms-settings:",
            "mhtml:", "ms-word:",
        "ms-excel:", "ms-powerpoint:", "vbscript:", "jar:", "hcp:", "ldap:", "shell:", "script:", "wsf:", "view-source:file", "res:",
            "telnet:",
    ];

    // Pages of help files name each other so.
    private static readonly string[] OfHelp = ["its:", "ms-its:", "mk:@"];

    /// <summary>Whether following the address starts a program.</summary>
    public static bool StartsProgram(string address)
    {
        var plain = Plain(address);
        return Begins(plain, Starting) || (Begins(plain, OfHelp) && LeavesHelp(plain)) || IsEnding(plain);
    }

    /// <summary>Whether following the address opens a file on another machine, which learns who follows it.</summary>
    public static bool IsShare(string address)
    {
        var plain = Plain(address).Replace('\\', '/');
        if (plain.StartsWith("file:", StringComparison.OrdinalIgnoreCase))
        {
            var path = plain["file:".Length..];
            var slashes = path.Length - path.TrimStart('/').Length;
            path = path.TrimStart('/');
            return slashes is 2 or >= 4 && path.Length > 0 && !path.StartsWith("localhost/", StringComparison.OrdinalIgnoreCase) && path
                is not [_, ':' or '|', ..];
        }

        return address.TrimStart().StartsWith(@"\\", StringComparison.Ordinal) && plain.Length > 3
            && !plain.StartsWith("//./", StringComparison.Ordinal)
            && !plain.StartsWith("//?/", StringComparison.Ordinal);
    }

    public static bool IsScript(string address) => Plain(address).StartsWith("javascript:", StringComparison.OrdinalIgnoreCase);

    public static bool IsWeb(string address)
    {
        var plain = Plain(address);
        return plain.StartsWith("http:", StringComparison.OrdinalIgnoreCase)
            || plain.StartsWith("https:", StringComparison.OrdinalIgnoreCase)
            || plain.StartsWith("ftp:", StringComparison.OrdinalIgnoreCase);
    }

    private static bool Begins(string address, string[] schemes) =>
        Array.Exists(schemes, scheme => address.StartsWith(scheme, StringComparison.OrdinalIgnoreCase));

    // A help file that lies elsewhere, maybe as mhtml:file://C:\a.mht!http://a.example/b.chm (CVE-2004-0380), or a program in it.
    private static bool LeavesHelp(string address) => address.Contains("//", StringComparison.Ordinal)
        || address.Contains(@"\\", StringComparison.Ordinal) || address.Contains("script:", StringComparison.OrdinalIgnoreCase)
        || ProgramNames.IsAddress(address);

    // No scheme begins with a dot: Windows takes it for a file's ending, and opens what follows with its program (CVE-2021-40444).
    private static bool IsEnding(string address) =>
        address is ['.', var first, ..] && char.IsAsciiLetter(first) && address.IndexOf(':') is > 1 and <= MaxEnding and var colon
            && address.AsSpan(1, colon - 1).IndexOfAnyExceptInRange('0', 'z') < 0;

    // Browsers drop blanks before a scheme, and line ends and tabs within it (URL Standard, 4.4).
    private static string Plain(string address) =>
        string.Concat(address.AsSpan().TrimStart([' ', '\t', '\r', '\n', '\0']).ToArray().Where(
            letter => letter is not ('\t' or '\r' or '\n')));
}
