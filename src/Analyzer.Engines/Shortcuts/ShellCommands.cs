namespace Analyzer.Engines.Shortcuts;

/// <summary>Programs that run what they are told.</summary>
internal static class ShellCommands
{
    private static readonly string[] Names =
    [
        "cmd", "cmd.exe", "powershell", "powershell.exe", "pwsh", "pwsh.exe", "mshta", "mshta.exe", "wscript", "wscript.exe", "cscript",
            "cscript.exe",
        "rundll32", "rundll32.exe", "regsvr32", "regsvr32.exe", "certutil", "certutil.exe", "bitsadmin", "bitsadmin.exe", "msiexec",
            "msiexec.exe", "curl",
        "curl.exe", "forfiles", "forfiles.exe", "conhost.exe", "msbuild.exe", "installutil.exe", "hh.exe", "ftp.exe", "wmic", "wmic.exe",
            "schtasks",
        "schtasks.exe", "ssh.exe", "finger.exe", "pcalua.exe", "bash", "sh", "python", "python.exe", "pythonw.exe", "node.exe", "java",
            "javaw.exe",
        "explorer.exe", "%comspec%", "odbcconf.exe", "cmstp.exe", "desktopimgdownldr.exe", "wsl.exe", "xterm", "gnome-terminal", "perl",
    ];

    /// <summary>Whether a command line, or a path, names one of them.</summary>
    public static bool HasOne(string command) => command
        .Split([' ', '\t', '"', '\'', '\\', '/', ',', ';', '(', ')', '&', '|', '\0'], StringSplitOptions.RemoveEmptyEntries)
        .Any(word => Array.IndexOf(Names, word.ToLowerInvariant()) >= 0);
}
