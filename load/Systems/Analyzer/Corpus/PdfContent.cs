namespace Load.Systems.Analyzer.Corpus;

/// <summary>The structures that the engine looks for, and that a generated document carries beside its pages.</summary>
internal enum PdfContent
{
    /// <summary>Pages with text and pictures, nothing else.</summary>
    Plain,

    /// <summary>A harmless script behind a button: /JavaScript, /JS.</summary>
    Script,

    /// <summary>JavaScript that starts an attachment when the document is opened: /OpenAction, /JavaScript, /JS.</summary>
    AutomaticScript,

    /// <summary>The same, with the names spelt in hex codes (/J#61vaScript), as no honest writer does.</summary>
    DisguisedScript,

    /// <summary>A program started on opening, and a file embedded for it: /OpenAction, /Launch, /EmbeddedFile.</summary>
    Launcher,

    /// <summary>Encrypted with the standard security handler, so that nobody can examine it.</summary>
    Encrypted,
}
