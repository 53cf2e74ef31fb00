namespace Analyzer.Engines.Pdf.Scripts;

/// <summary>The effects of a script, as far as its text shows them.</summary>
internal enum ScriptMark
{
    /// <summary>Calls a function by which readers have been attacked.</summary>
    Exploit,

    /// <summary>Holds machine code as a run of escapes.</summary>
    Shellcode,

    /// <summary>Runs text that it has decoded.</summary>
    DecodesAndRuns,

    /// <summary>Decodes text.</summary>
    Decodes,

    /// <summary>Opens an attachment or a program.</summary>
    Starts,

    /// <summary>Opens an address, or sends or fetches data.</summary>
    Connects,

    /// <summary>Is written so that nobody can read it.</summary>
    Unreadable,
}
