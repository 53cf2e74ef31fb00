using Analyzer.Engines.Text;

namespace Analyzer.Engines.Scripts;

/// <summary>The words by which scripts do what <see cref="ScriptMark"/> names. Written as <see cref="PhraseBook"/> wants them.</summary>
internal static class ScriptPhrases
{
    // However PowerShell's option is shortened, and a command that begins with a variable ($), or with an I: Invoke, Import, IEX.
    private static readonly string[] EncodedCommands =
    [
        "-encodedcommand",
        .. ((string[])["-e", "-ec", "-en", "-enc"]).SelectMany(static option => (string[])[$"{option}jab", $"{option}sqb"]),
    ];

    public static Automaton Book { get; } = PhraseBook.Of(
    [
        .. Of(ScriptMark.Starts | ScriptMark.ScriptHost, "wscript.shell", "shellexecute(", "getobject(winmgmts",
            "win32_process",
            "new:f935dc22", "new:13709620", "new:72c24dd5", "new:c08afd90"),
        .. Of(ScriptMark.ShellObject | ScriptMark.ScriptHost, "shell.application"),
        .. Of(ScriptMark.Commands, "start-process", "system.diagnostics.process", "invoke-command"),
        .. Of(ScriptMark.Starts, "invoke-expression", "iex(", "|iex;", "|iex)", "|iex}", "|iex<", "|iex,", @"|iex\", "iex$",
            "child_process",
            "reflection.assembly]::load(", "virtualalloc", "createthread(", "mshtahttp", "mshtavbscript", "mshtajavascript",
            "regsvr32/s", "/i:http", "rundll32javascript", "wmicprocesscallcreate", "createobject(new:"),
        .. Of(ScriptMark.PipesToPowerShell, "|iex"),
        .. Of(ScriptMark.ScriptHost, "wscript.", "createobject(scripting", "scripting.filesystemobject", "adodb.stream", "wscript.network"),
        .. Of(ScriptMark.NamesPowerShell, "powershell", "pwsh-"),
        .. Of(ScriptMark.Shells, "cmd.exe", "cmd/c", "cmd/k", "cmd.exe/c", "mshta", "rundll32", "regsvr32",
            "certutil",
            "bitsadmin", "msiexec", "schtasks", "wmic"),
        .. Of(ScriptMark.Downloads, "msxml2.xmlhttp", "msxml2.serverxmlhttp", "microsoft.xmlhttp", "winhttp.winhttprequest",
            "downloadfile(",
            "downloadstring(", "downloaddata(", "net.webclient", "invoke-webrequest", "invoke-restmethod", "urldownloadtofile",
                "start-bitstransfer",
            "iwrhttp", "iwr-uri", "iwr-useb", "curl-ohttp", "curl.exe", "wgethttp", "bitsadmin/transfer", "certutil-urlcache", "-urlcache-",
            "xmlhttp.open(get"),
        .. Of(ScriptMark.Writes, "adodb.stream", "savetofile", "scripting.filesystemobject", "writeallbytes(", "createtextfile(",
            "set-content-path",
            "out-file"),
        .. Of(ScriptMark.Decodes | ScriptMark.RunsDecoded, EncodedCommands),
        .. Of(ScriptMark.Decodes, "frombase64string", "-encaaa", "atob(", "unescape(",
            "fromcharcode(",
            "strreverse(", "executeglobal", "bin.base64", "certutil-decode", "gzipstream(", "-bxor", "decodeuricomponent("),
        .. Of(ScriptMark.RunsDecoded, "eval(atob(", "eval(unescape(", "eval(string.fromcharcode(", "eval(decodeuri",
            "eval(function(p,a,c,k,e",
            "function(atob(", "settimeout(atob(", "eval(window.atob(", "innerhtml=atob(", "executeglobal(", "execute(strreverse(",
                "execute(chr(", "eval(chr(", "execute(replace(",
            "iex([system.text", "[scriptblock]::create", "import(data:text/javascript",
            "src=data:text/javascript;base64", "exec(base64.b64decode", "eval(base64_decode", "exec(__import__(base64",
            // The letters of iex, taken out of the names of PowerShell's own variables (Invoke-Obfuscation).
            "[3,11,2]-join", "[1,3]x-join", "$shellid[1]$shellid[13]x", "$pshome[4]$pshome[30]x", "$pshome[4]$pshome[34]x",
            "$pshome[21]$pshome[30]x", "$pshome[21]$pshome[34]x", "comspec[4,24,25]-join", "comspec[4,15,25]-join",
            "comspec[4,26,25]-join"),
        .. Of(ScriptMark.WritesDecoded, "document.write(unescape(", "document.write(atob(", "document.write(decodeuri",
            "document.write(string.fromcharcode(", "document.write(window.atob(", "document.writeln(unescape("),
        .. Of(ScriptMark.Hides, "-windowstylehidden", "-whidden", "-window1", "-w1-", "executionpolicybypass", "-execbypass", "-epbypass",
            "amsiutils",
            "amsiscanbuffer", "-nop-", "vbhide", ".run(cmd,0", "set-mppreference", "attribhs", "attribsh"),
        .. Of(ScriptMark.Persists, @"currentversion\run", @"startmenu\programs\startup", "schtasks/create", "new-scheduledtask", "crontab-",
            "runonce"),
        .. Of(ScriptMark.BuildsFile, "newblob(", "newfile([", "createobjecturl(", "window.url.create", "data:application/octet-stream",
            "data:application/zip", "data:application/x-ms", "data:application/x-zip", "data:application/x-iso",
            "data:application/x-rar", "data:application/x-7z", "data:application/x-compressed", "data:application/x-dos",
            "data:application/vnd", "showsavefilepicker"),
        .. Of(ScriptMark.SavesFile, "mssaveblob(", "mssaveoropenblob(", ".download=", "setattribute(download", ".click(", "dispatchevent(",
            "navigator.mssave", "location.href=url", "window.open(url", "location=url", "saveas("),
        .. Of(ScriptMark.MacroStarts, "shell(", "shellexecute", "vba.shell", "application.run", "callbyname", "executeexcel4macro",
            "libkernel32", "libshell32",
            "liburlmon", "libntdll", "liburlmon.dll", "shellenviron", "shellchr", "createobject(shell", "createprocess", "winexec",
                "appactivateshell",
            "taskid=shell", "=shell", "callshell"),
        .. Of(ScriptMark.Encoded, "vbscript.encode", "jscript.encode"),
        .. Of(ScriptMark.PipesToShell, "|bash", "|sh-", "|/bin/sh", "|/bin/bash", "|python", "|perl", "|sudobash", "|sudosh"),
        .. Of(ScriptMark.Fetches, "curl", "wget", "base64-d", "base64--decode"),
        .. Of(ScriptMark.OpensShell, "/dev/tcp/", "nc-e", "bash-i>"),
        .. Of(ScriptMark.SheetMacro, ";ecall(", ";eexec(", ";eregister(", "nnauto_open;", "nn;nauto_open", ";ecmd|", ";emsexcel|",
            ";ewebservice("),
        .. Of(ScriptMark.SheetWrites, "formula.fill("),
        .. Of(ScriptMark.SheetCalls, "=exec(", "=call(", "=register(", "=formula("),
        .. Of(ScriptMark.SheetFlows, "halt()", "get.workspace(", "get.cell(", "=goto(", "=run("),
    ]);

    private static IEnumerable<(ulong Mark, string Phrase)> Of(ScriptMark mark, params IEnumerable<string> phrases) =>
        phrases.Select(phrase => ((ulong)mark, phrase));
}
