using System.Collections.Frozen;

namespace Analyzer.Engines.Scripts.Calls;

/// <summary>What the functions of browsers and of Windows Script Host do.</summary>
internal static class PageCalls
{
    private static readonly FrozenSet<string> Makers = FrozenSet.Create(StringComparer.Ordinal, "ActiveXObject", "CreateObject", "GetObject");

    private static readonly FrozenSet<string> Connects = FrozenSet.Create(
        StringComparer.Ordinal, "XMLHttpRequest", "fetch", "sendBeacon", "WebSocket", "EventSource", "importScripts", "ajax", "getJSON");

    private static readonly FrozenSet<string> Shows = FrozenSet.Create(StringComparer.Ordinal, "alert", "confirm", "prompt", "Popup");

    // What objects of Windows are made for, by the beginning of their names.
    private static readonly (string Name, ScriptMark Mark)[] Programs =
    [
        ("WScript.Shell", ScriptMark.Starts), ("Shell.", ScriptMark.Starts), ("winmgmts", ScriptMark.Starts), ("new:", ScriptMark.Starts),
        ("Schedule.Service", ScriptMark.Starts), ("WScript.Network", ScriptMark.Connects), ("MSXML2.", ScriptMark.Connects),
        ("Microsoft.XMLHTTP", ScriptMark.Connects), ("WinHttp.", ScriptMark.Connects), ("InternetExplorer.", ScriptMark.Connects),
        ("CDO.", ScriptMark.Connects), ("ADODB.", ScriptMark.Writes), ("Scripting.FileSystemObject", ScriptMark.Writes),
        ("Scripting.Dictionary", ScriptMark.Shows),
    ];

    /// <returns>Null for what is not known to leave the page.</returns>
    public static ScriptMark? Judge(Call call, ScriptHost host) => call.Name switch
    {
        null => host == ScriptHost.System ? ScriptMark.Other : null,
        var name when Makers.Contains(name) => Made(call.Argument(0)),
        "Run" or "Exec" or "ShellExecute" or "ExecQuery" when host == ScriptHost.System => ScriptMark.Starts,
        "ShellExecute" or "ShellExecuteW" => ScriptMark.Starts,
        "SaveToFile" or "CreateTextFile" or "CopyFile" or "OpenTextFile" or "RegWrite" => ScriptMark.Writes,
        "require" when call.Argument(0) is "child_process" => ScriptMark.Starts,
        "msSaveBlob" or "msSaveOrOpenBlob" => ScriptMark.Smuggles,
        "open" or "navigate" or "assign" when call.IsOf("window") || call.IsOf("location") || call.Owner is "" => ScriptMark.Connects,
        "replace" when call.IsOf("location") => ScriptMark.Connects,
        "submit" => ScriptMark.Connects,
        var name when Connects.Contains(name) => ScriptMark.Connects,
        var name when Shows.Contains(name) => ScriptMark.Shows,
        _ => null,
    };

    private static ScriptMark? Made(object? argument)
    {
        if (argument is not string name)
        {
            return ScriptMark.Other;
        }

        foreach (var (begins, mark) in Programs)
        {
            if (name.StartsWith(begins, StringComparison.OrdinalIgnoreCase))
            {
                return mark == ScriptMark.Shows ? null : mark;
            }
        }

        return ScriptMark.Other;
    }
}
