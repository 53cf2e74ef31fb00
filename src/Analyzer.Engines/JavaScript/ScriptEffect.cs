namespace Analyzer.Engines.JavaScript;

/// <summary>The effects of a script, as far as it shows them. The first eleven are remembered of each script in a document.</summary>
internal enum ScriptEffect
{
    /// <summary>Calls a function by which readers have been attacked, or fills memory as attacks do.</summary>
    Exploit,

    /// <summary>Holds machine code as a run of escapes.</summary>
    Shellcode,

    /// <summary>Runs text that it has decoded, or that it does not show.</summary>
    DecodesAndRuns,

    /// <summary>Decodes text in bulk.</summary>
    Decodes,

    /// <summary>Starts a program, or opens an attachment or a file.</summary>
    Starts,

    /// <summary>Opens an address, or sends or fetches data.</summary>
    Connects,

    /// <summary>Is written so that nobody can read it.</summary>
    Unreadable,

    /// <summary>Shows a message or asks a question.</summary>
    Shows,

    /// <summary>Does something that is not known to be harmless.</summary>
    Other,

    /// <summary>Could not be parsed: by its text alone it was looked at.</summary>
    Unparsed,

    /// <summary>Saves an attachment or data outside of the document, and does not start it.</summary>
    Exports,

    /// <summary>Runs what somebody would have to click for, in an XML form; clicks something in a page.</summary>
    Clicks,

    /// <summary>Makes a file of data that it holds, and hands it to the reader as a download.</summary>
    Smuggles,

    /// <summary>Writes a file.</summary>
    Writes,

    /// <summary>Has the browser load a program.</summary>
    LoadsProgram,

    /// <summary>Writes decoded text that it does not show into its page.</summary>
    WritesDecoded,

    /// <summary>Runs, or writes into its page, what it has unpacked from base64 or the like.</summary>
    UsesUnpacked,

    /// <summary>Holds data that nobody reads.</summary>
    Carries,

    /// <summary>Decodes text, or holds a long one: in a short script, that is what it is about.</summary>
    MayCarry,

    /// <summary>Runs text that it puts together, or calls a function by a name that it puts together.</summary>
    RunsComputed,

    /// <summary>Makes a component of Windows and has it do something.</summary>
    UsesComponent,
}

internal static class ScriptEffects
{
    public static readonly int Count = Enum.GetValues<ScriptEffect>().Length;
}
