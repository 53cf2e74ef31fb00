using System.Buffers;

namespace Analyzer.Engines.Pdf.Links;

/// <summary>What is noteworthy about the host in an address.</summary>
[Flags]
internal enum HostMarks
{
    None = 0,

    /// <summary>A number in place of a name.</summary>
    IpAddress = 1 << 0,

    /// <summary>A name whose letters may only look like those that are shown (RFC 3492).</summary>
    Punycode = 1 << 1,

    /// <summary>Something before an at sign, which looks like the host.</summary>
    UserInfo = 1 << 2,
}

internal static class Hosts
{
    private static readonly SearchValues<char> Decimal = SearchValues.Create("0123456789.");
    private static readonly SearchValues<char> Hexadecimal = SearchValues.Create("0123456789abcdefABCDEFxX.");

    /// <param name="rest">What follows the scheme and its colon.</param>
    public static HostMarks MarksOf(ReadOnlySpan<char> rest)
    {
        if (!rest.StartsWith("//"))
        {
            return HostMarks.None;
        }

        rest = rest[2..];
        var authority = rest[..(rest.IndexOfAny('/', '\\', '?') is >= 0 and var end ? end : rest.Length)];
        var at = authority.LastIndexOf('@');
        var host = authority[(at + 1)..];
        var isBracketed = host.StartsWith('[');
        var name = host[..(!isBracketed && host.LastIndexOf(':') is >= 0 and var port ? port : host.Length)];
        return (at >= 0 ? HostMarks.UserInfo : HostMarks.None)
            | (isBracketed || IsNumber(name) ? HostMarks.IpAddress : HostMarks.None)
            | (name.Contains("xn--", StringComparison.OrdinalIgnoreCase) ? HostMarks.Punycode : HostMarks.None);
    }

    // Also in one number, as 3221225985 or 0xC0000201.
    private static bool IsNumber(ReadOnlySpan<char> name) => (!name.IsEmpty && !name.ContainsAnyExcept(Decimal))
        || (name.StartsWith("0x", StringComparison.OrdinalIgnoreCase) && !name.ContainsAnyExcept(Hexadecimal));
}
