using System.Collections.Frozen;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>What the functions of browsers and of Windows Script Host do.</summary>
internal static class PageCalls
{
    private static readonly FrozenSet<string> Makers =
        FrozenSet.Create(StringComparer.Ordinal, "ActiveXObject", "CreateObject", "GetObject");

    private static readonly FrozenSet<string> Connects = FrozenSet.Create(
        StringComparer.Ordinal, "XMLHttpRequest", "fetch", "sendBeacon", "WebSocket", "EventSource", "importScripts", "ajax", "getJSON");

    private static readonly FrozenSet<string> Shows = FrozenSet.Create(StringComparer.Ordinal, "alert", "confirm", "prompt", "Popup");

    // What objects of Windows are made for, by the beginning of their names.
    private static readonly (string Name, ScriptEffect Mark)[] Programs =
    [
        ("WScript.Shell", ScriptEffect.Starts), ("Shell.", ScriptEffect.Starts), ("winmgmts", ScriptEffect.Starts),
            ("new:", ScriptEffect.Starts),
        ("Schedule.Service", ScriptEffect.Starts), ("WScript.Network", ScriptEffect.Connects), ("MSXML2.", ScriptEffect.Connects),
        ("Microsoft.XMLHTTP", ScriptEffect.Connects), ("WinHttp.", ScriptEffect.Connects), ("InternetExplorer.", ScriptEffect.Connects),
        ("CDO.", ScriptEffect.Connects), ("ADODB.", ScriptEffect.Writes), ("Scripting.FileSystemObject", ScriptEffect.Writes),
        ("Scripting.Dictionary", ScriptEffect.Shows),
    ];

    /// <returns>Null for what is not known to leave the page.</returns>
    public static ScriptEffect? Judge(Call call, ScriptHost host) => call.Name switch
    {
        null => host == ScriptHost.System ? ScriptEffect.Other : null,
        var name when Makers.Contains(name) => Made(call.Argument(0)),
        "Run" or "Exec" or "ShellExecute" or "ExecQuery" when host == ScriptHost.System => ScriptEffect.Starts,
        "ShellExecute" or "ShellExecuteW" => ScriptEffect.Starts,
        "SaveToFile" or "CreateTextFile" or "CopyFile" or "OpenTextFile" or "RegWrite" => ScriptEffect.Writes,
        "require" when call.Argument(0) is "child_process" => ScriptEffect.Starts,
        "msSaveBlob" or "msSaveOrOpenBlob" => ScriptEffect.Smuggles,
        "open" or "navigate" or "assign" when call.IsOf("window") || call.IsOf("location") || call.Owner is "" => ScriptEffect.Connects,
        "replace" when call.IsOf("location") => ScriptEffect.Connects,
        "submit" => ScriptEffect.Connects,
        var name when Connects.Contains(name) => ScriptEffect.Connects,
        var name when Shows.Contains(name) => ScriptEffect.Shows,
        _ => null,
    };

    /// <param name="name">That of a component of Windows.</param>
    /// <returns>Whether what it is made for is known.</returns>
    public static bool IsKnown(string name) =>
        Array.Exists(Programs, program => name.StartsWith(program.Name, StringComparison.OrdinalIgnoreCase));

    private static ScriptEffect? Made(object? argument)
    {
        if (argument is not string name)
        {
            return ScriptEffect.Other;
        }

        foreach (var (begins, mark) in Programs)
        {
            if (name.StartsWith(begins, StringComparison.OrdinalIgnoreCase))
            {
                return mark == ScriptEffect.Shows ? null : mark;
            }
        }

        return ScriptEffect.Other;
    }
}
