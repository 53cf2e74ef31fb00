namespace Analyzer.Engines.Pdf.Objects;

/// <summary>The meaning of a dictionary or an array, by its place.</summary>
internal enum FrameRole : byte
{
    None,

    /// <summary>The object itself.</summary>
    Object,
    Action,
    ActionList,
    Destination,
    Events,
    FilterList,
    Parameters,
    ParametersList,
    EmbeddedFiles,

    /// <summary>The names and streams of an XML form's parts.</summary>
    FormPackets,

    /// <summary>A node of the tree of scripts that run when the document is opened (ISO 32000-2, 7.9.6), or an array in one.</summary>
    ScriptTree,
    ScriptTreeKids,
    ScriptTreeNames,

    /// <summary>What a file with a form's data says of the form (ISO 32000-2, 12.7.8.2).</summary>
    FormData,

    /// <summary>Names and scripts in turn, which such a file adds to those of the document (table 247).</summary>
    FormScripts,

    /// <summary>The numbers of a font's matrix (ISO 32000-2, 9.6.4).</summary>
    FontMatrix,

    /// <summary>The corners of an annotation or a page.</summary>
    Rectangle,
}
