namespace Analyzer.Engines.Scripts;

/// <summary>What runs a script.</summary>
internal enum ScriptKind
{
    /// <summary>JavaScript in a page: it sends and fetches by its nature.</summary>
    Page,

    /// <summary>JavaScript in a file, which a browser or Windows' script host may run.</summary>
    JavaScript,

    /// <summary>Visual Basic, batch: what Windows runs.</summary>
    Windows,

    /// <summary>PowerShell, which has its own name in its comments, and ways of its own to start what it does.</summary>
    PowerShell,

    /// <summary>Shell, Python, Perl: what Unix runs.</summary>
    Unix,

    /// <summary>Macros of an office program.</summary>
    Macro,
}
