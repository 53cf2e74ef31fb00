using System.Text.RegularExpressions;

namespace Analyzer.Engines.Scripts;

/// <summary>Tells lines of PowerShell by their commands and variables, wherever in a script they stand.</summary>
internal static class PowerShellLines
{
    private const RegexOptions Options = RegexOptions.NonBacktracking | RegexOptions.IgnoreCase;

    private const string Verbs = "get|set|new|add|remove|start|stop|invoke|import|export|write|out|test|select|where|foreach|convertto"
        + "|convertfrom|register|unregister|update|install|enable|disable|clear|copy|move|rename|split|join|resolve|read|sort|measure|group"
        + "|wait|restart|push|pop|find|use|enter|exit|send";

    // The nouns of its own commands (Microsoft, "PowerShell module browser"): other languages join words by dashes too.
    private const string Nouns = "object|item|itemproperty|childitem|content|wmiobject|wmimethod|ciminstance|process|service|command|module"
        + "|expression|webrequest|restmethod|host|output|warning|verbose|error|file|null|string|location|path|date|credential|variable"
        + "|random|job|sleep|eventlog|member|property|type|typedata|alias|psdrive|pssession|acl|clipboard|csv|json|html|xml|clixml"
        + "|bitstransfer|scheduledtask|aduser|adcomputer|addomain|adgroup|mailbox|computer|hotfix|netadapter|netroute|netipinterface"
        + "|netipaddress|smbshare|strictmode|executionpolicy|cimsession|securestring|transcript|mppreference|dnsclientcache|localuser"
        + "|localgroupmember|vm|package|packageprovider";

    private static readonly Regex Command = new($@"^(.*[;|({{=]\s*)?({Verbs})-({Nouns})([\s;|)}}]|$)", Options);

    private static readonly Regex FirstCommand = new(
        $@"^(.*[;|=]\s*|(if|while|foreach)\s*\(.*[;({{]\s*)?({Verbs})-({Nouns})([\s;|)}}]|$)", Options);

    // Its own variables, a type before a variable, and a type's member.
    private static readonly Regex Name = new(
        @"^[^""<]*(\$_\.\w|\$env:|\$psscriptroot|\[[a-z][\w.]*\]::\w)|^\[[\w.]+(\[\])?\]\s*\$\w+\s*=", Options);

    // A value that no formula of mathematics has, which stands between dollar signs too.
    private static readonly Regex First = new(
        @"^(\$\w+\s*=\s*(['""@(\[{$].*[;:|']|[a-z]+-[a-z]+)|\[[\w.]+(\[\])?\]\s*\$\w+\s*=|(filter|workflow)\s+\w+-\w+)", Options);

    /// <summary>Whether a line may be one; several of them are.</summary>
    /// <param name="line">Without blanks around it.</param>
    public static bool MayBe(string line) => Command.IsMatch(line) || Name.IsMatch(line);

    /// <summary>Whether the first line of a text makes all of it a script.</summary>
    public static bool IsFirst(string line) => FirstCommand.IsMatch(line) || First.IsMatch(line);
}
