namespace Analyzer.Engines.Pdf.Attachments;

/// <summary>The kind of an embedded file, by its first bytes.</summary>
[Flags]
internal enum AttachedKinds
{
    None = 0,
    Program = 1 << 0,
    Script = 1 << 1,

    /// <summary>A script when a name says so.</summary>
    ScriptByName = 1 << 2,

    /// <summary>It was not read as an embedded file when it passed.</summary>
    Unread = 1 << 3,
}
