namespace Analyzer.Engines.Scripts;

/// <summary>What a script that runs outside of a document's reader can do.</summary>
[Flags]
internal enum ScriptMark : ulong
{
    None = 0,

    /// <summary>Starts a program or a command.</summary>
    Starts = 1 << 0,

    /// <summary>Fetches a file from somewhere else.</summary>
    Downloads = 1 << 1,

    /// <summary>Writes files.</summary>
    Writes = 1 << 2,

    /// <summary>Decodes text in bulk.</summary>
    Decodes = 1 << 3,

    /// <summary>Runs what it has decoded.</summary>
    RunsDecoded = 1 << 4,

    /// <summary>Keeps its windows or its doings out of sight.</summary>
    Hides = 1 << 5,

    /// <summary>Sees to it that it runs again.</summary>
    Persists = 1 << 6,

    /// <summary>Makes a file of data in a browser.</summary>
    BuildsFile = 1 << 7,

    /// <summary>Has the browser save or open something by itself.</summary>
    SavesFile = 1 << 8,

    /// <summary>Is encoded by Microsoft's script encoder.</summary>
    Encoded = 1 << 9,

    /// <summary>Names an object of Windows' script host.</summary>
    ScriptHost = 1 << 10,

    /// <summary>Names a command interpreter, as scripts of administrators do too.</summary>
    Shells = 1 << 11,

    /// <summary>Has a pipe into an interpreter.</summary>
    PipesToShell = 1 << 12,

    /// <summary>Starts a program by a word that means so only in a macro.</summary>
    MacroStarts = 1 << 13,

    /// <summary>Writes formulas into cells, as macros of Excel 4.0 do.</summary>
    SheetWrites = 1 << 14,

    /// <summary>A macro in a table in the SYLK format.</summary>
    SheetMacro = 1 << 15,

    /// <summary>Names a program that fetches or decodes, as scripts of Unix do.</summary>
    Fetches = 1 << 16,

    /// <summary>Gives somebody elsewhere a shell.</summary>
    OpensShell = 1 << 17,

    /// <summary>Writes text into its page that it has decoded.</summary>
    WritesDecoded = 1 << 18,

    /// <summary>Has PowerShell run what comes through a pipe. In a page it may be a table of words.</summary>
    PipesToPowerShell = 1 << 19,

    /// <summary>A formula that is a macro's: calls a library, starts a program, writes a formula.</summary>
    SheetCalls = 1 << 20,

    /// <summary>What macros of Excel 4.0 have besides: where they go on, where they end, what they ask the program.</summary>
    SheetFlows = 1 << 21,

    /// <summary>Starts a program by a command of PowerShell, as scripts of administrators do too.</summary>
    Commands = 1 << 22,

    /// <summary>Names PowerShell, as its own scripts do in their comments.</summary>
    NamesPowerShell = 1 << 23,

    /// <summary>Makes the object of Windows' shell, which starts programs, and also tells where folders are.</summary>
    ShellObject = 1 << 24,
}
