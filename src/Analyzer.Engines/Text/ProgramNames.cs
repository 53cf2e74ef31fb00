using System.Collections.Frozen;

namespace Analyzer.Engines.Text;

/// <summary>Tells by a file's name whether it is a program, or a script that runs outside of the reader.</summary>
internal static class ProgramNames
{
    /// <summary>What a browser saves and a click then starts.</summary>
    private static readonly FrozenSet<string>.AlternateLookup<ReadOnlySpan<char>> Downloaded = SetOf(
        "exe", "msi", "msp", "scr", "pif", "bat", "cmd", "cpl", "hta", "jse", "vbs", "vbe", "wsf", "wsh", "ps1", "lnk", "jar", "reg", "scf",
        "xll", "dll", "msix", "appx", "msixbundle", "appxbundle", "appinstaller", "appref-ms", "settingcontent-ms", "library-ms",
        "search-ms", "application", "gadget", "vhd", "vhdx", "url");

    /// <summary>What the machine starts, besides those, when it lies there.</summary>
    private static readonly FrozenSet<string>.AlternateLookup<ReadOnlySpan<char>> Started = SetOf(
        "com", "js", "mjs", "py", "pyw", "pl", "rb", "sh", "bash", "csh", "command", "app", "desktop", "psm1", "inf", "chm", "hlp",
        "iso", "img", "workflow", "action", "scpt", "run", "appimage", "bin", "out");

    private static readonly FrozenSet<string>.AlternateLookup<ReadOnlySpan<char>> Names = SetOf(
        "cmd", "command", "powershell", "pwsh", "calc", "mshta", "wscript", "cscript", "rundll32", "regsvr32", "certutil", "bitsadmin",
        "msiexec", "explorer", "sh", "bash", "zsh", "xterm", "osascript", "curl", "wget", "python", "python3", "perl");

    /// <param name="path">The path of an address, without what follows a question mark or a number sign.</param>
    public static bool IsDownloaded(ReadOnlySpan<char> path) => Downloaded.Contains(ExtensionOf(path));

    /// <param name="address">An address of the web, or a relative one.</param>
    public static bool IsAddress(ReadOnlySpan<char> address)
    {
        address = address.Trim();
        var end = address.IndexOfAny('?', '#');
        address = end < 0 ? address : address[..end];
        var host = address.IndexOf("//");
        var path = host < 0 ? address : address[(host + 2)..];
        return (host < 0 || path.Contains('/')) && IsDownloaded(path);
    }

    /// <param name="path">A file's name with its folders, however they are written.</param>
    public static bool IsStarted(ReadOnlySpan<char> path)
    {
        path = path.TrimEnd(" .\0\t\r\n");
        var extension = ExtensionOf(path);
        return Downloaded.Contains(extension) || Started.Contains(extension) || (extension.IsEmpty && Names.Contains(NameOf(path)))
            || path.Contains("/bin/", StringComparison.Ordinal)
            || path.Contains(".app/Contents/MacOS/", StringComparison.OrdinalIgnoreCase);
    }

    private static FrozenSet<string>.AlternateLookup<ReadOnlySpan<char>> SetOf(params ReadOnlySpan<string> names) =>
        FrozenSet.Create(StringComparer.OrdinalIgnoreCase, names).GetAlternateLookup<ReadOnlySpan<char>>();

    private static ReadOnlySpan<char> NameOf(ReadOnlySpan<char> path) => path[(path.LastIndexOfAny('/', '\\', ':') + 1)..];

    private static ReadOnlySpan<char> ExtensionOf(ReadOnlySpan<char> path)
    {
        var name = NameOf(path);
        return name[(name.LastIndexOf('.') is >= 0 and var dot ? dot + 1 : name.Length)..];
    }
}
