namespace Load.Corpus;

/// <summary>The verdicts of the wire contract, under its names.</summary>
internal enum Verdict
{
    None,
    Clean,
    Suspicious,
    Malicious,
    Unable,
}
