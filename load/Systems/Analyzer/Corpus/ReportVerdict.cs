namespace Load.Systems.Analyzer.Corpus;

/// <summary>The verdicts of the wire contract, under its names.</summary>
internal enum ReportVerdict
{
    None,
    Clean,
    Suspicious,
    Malicious,
    Unable,
}
