namespace Analyzer.Engines.TextTables;

/// <summary>What a formula does besides calculating.</summary>
internal enum FormulaEffect
{
    None,

    /// <summary>Starts a program by dynamic data exchange.</summary>
    Starts,

    /// <summary>Fetches from an address, or tells it what stands in cells.</summary>
    Fetches,

    /// <summary>Is a link to a program or a file share, or one that tells an address what stands in cells.</summary>
    Leads,
}
