namespace Analyzer.Engines.Scripts;

/// <summary>A language of scripts, with what tells it.</summary>
/// <param name="Name">As a person knows it.</param>
/// <param name="Kind">What runs it.</param>
/// <param name="MediaType">In common use.</param>
internal sealed record ScriptLanguage(string Name, ScriptKind Kind, string MediaType)
{
    public static readonly ScriptLanguage JavaScript = new("JavaScript", ScriptKind.JavaScript, "text/javascript");
    public static readonly ScriptLanguage VisualBasic = new("Visual Basic", ScriptKind.Windows, "text/vbscript");
    public static readonly ScriptLanguage PowerShell = new("PowerShell", ScriptKind.PowerShell, "text/x-powershell");
    public static readonly ScriptLanguage Batch = new("a batch file", ScriptKind.Windows, "application/x-bat");
    public static readonly ScriptLanguage Registry = new("entries for the registry", ScriptKind.Windows, "text/x-ms-regedit");
    public static readonly ScriptLanguage Shell = new("a shell script", ScriptKind.Unix, "text/x-shellscript");
    public static readonly ScriptLanguage Python = new("Python", ScriptKind.Unix, "text/x-python");
    public static readonly ScriptLanguage Perl = new("Perl", ScriptKind.Unix, "text/x-perl");
    public static readonly ScriptLanguage Php = new("PHP", ScriptKind.Unix, "text/x-php");
    public static readonly ScriptLanguage Basic = new("a module of Visual Basic", ScriptKind.Macro, "text/x-vba");

    private static readonly Dictionary<string, ScriptLanguage> ByExtension = new(StringComparer.OrdinalIgnoreCase)
    {
        ["js"] = JavaScript,
        ["jse"] = JavaScript,
        ["mjs"] = JavaScript,
        ["cjs"] = JavaScript,
        ["vbs"] = VisualBasic,
        ["vbe"] = VisualBasic,
        ["vb"] = VisualBasic,
        ["ps1"] = PowerShell,
        ["psm1"] = PowerShell,
        ["psd1"] = PowerShell,
        ["ps1xml"] = PowerShell,
        ["bat"] = Batch,
        ["cmd"] = Batch,
        ["reg"] = Registry,
        ["sh"] = Shell,
        ["bash"] = Shell,
        ["zsh"] = Shell,
        ["csh"] = Shell,
        ["ksh"] = Shell,
        ["command"] = Shell,
        ["py"] = Python,
        ["pyw"] = Python,
        ["pl"] = Perl,
        ["php"] = Php,
        ["bas"] = Basic,
        ["cls"] = Basic,
        ["frm"] = Basic,
    };

    /// <returns>The language that a file's name tells; null when it tells none.</returns>
    public static ScriptLanguage? OfName(string? name) =>
        name is null ? null : ByExtension.GetValueOrDefault(name[(name.LastIndexOf('.') + 1)..].TrimEnd(' ', '.'));
}
