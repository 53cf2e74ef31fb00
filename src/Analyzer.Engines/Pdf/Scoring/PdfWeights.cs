using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Scoring;

/// <summary>The points of each structure: 100 points make a malicious document ten times as likely compared with an ordinary one.</summary>
/// <remarks>
/// <para>
/// Evidence is 100 · log10(P(structure | malicious) / P(structure | ordinary)) on the labelled counts of pdf-features-train.csv:
/// 203 malicious and 907 ordinary kinds of document (each distinct row counts once, so that a campaign of 2,699 copies is one). For
/// P(structure | ordinary) the larger value is taken: all 907 together, or the harder one of their two sources. Half a document is
/// added to each class, so that nothing is certain. Points are the evidence rounded down to a multiple of five, or less where we know
/// more than the table does:
/// </para>
/// <code>
/// structure           evidence  points  because
/// JavaScript               124     120
/// OpenAction                46      45
/// hex-coded keyword        224     145  one structure alone is never called malicious
/// Launch                   160     145  the same limit
/// Colors                   135     130
/// AA                        92       5  ordinary: every form that calculates has it, and by chance every 22 MB of compressed data
/// XFA                      188       5  ordinary: government forms; the table has none
/// XFA and EmbeddedFile     176      95  with the 5 of XFA suspicious and no more: forms that carry files have both
/// RichMedia                169       5  ordinary: films and 3D models; the table has none
/// JBIG2Decode              160       5  ordinary: scanned documents; the table has none
/// EmbeddedFile             -36       0  ordinary documents have attachments more often than malicious ones
/// JS, no JavaScript        -64       0  by chance every 22 MB of compressed data
/// </code>
/// <para>
/// Whether the numbers of obj and endobj differ would separate well, but has no points: appending an endobj would repair it, and added
/// bytes must not lower a score. A test recomputes all figures here, and another cross-validates them: where each fifth of the table is
/// judged by points from the other four, 93.1 % of the malicious rows reach 100 points and 0.7 % of the ordinary ones. New documents
/// will do worse than the table; none of the 126 real documents in the tests' data is flagged.
/// </para>
/// </remarks>
internal static class PdfWeights
{
    public const int JavaScript = 120;
    public const int OpenAction = 45;
    public const int ObfuscatedName = OneIsNotEnough;
    public const int Launch = OneIsNotEnough;
    public const int Colors = 130;
    public const int AdditionalActions = Ordinary;
    public const int Xfa = Ordinary;
    public const int XfaWithFiles = SuspiciousFrom - Ordinary;
    public const int RichMedia = Ordinary;
    public const int Jbig2 = Ordinary;

    /// <summary>A judgement: the table does not record what precedes a header.</summary>
    public const int Polyglot = SuspiciousFrom;

    // Judgements as well: the table has counts of keywords, and neither scripts nor targets nor attachments.
    public const int ScriptExploit = OneIsNotEnough;
    public const int ScriptShellcode = OneIsNotEnough;
    public const int ScriptRunsDecoded = 60;
    public const int ScriptDecodes = 25;
    public const int ScriptStarts = 60;
    public const int ScriptConnects = 20;
    public const int ScriptUnreadable = 25;

    /// <summary>On top of the points of /Launch itself.</summary>
    public const int AutoLaunch = 5;

    /// <summary>With the points of /OpenAction it is suspicious.</summary>
    public const int AutoConnect = 60;
    public const int AutoUnc = SuspiciousFrom;
    public const int AttachedProgram = SuspiciousFrom;

    /// <summary>A bomb must not make a file look better by keeping data from being decoded.</summary>
    public const int Bomb = SuspiciousFrom;

    /// <summary>Reached by 93 % of the table's malicious rows (100 % of its files) and 0.7 % of the ordinary ones (0.4 %).</summary>
    public const int SuspiciousFrom = VerdictLimits.SuspiciousFrom;

    /// <summary>Reached by 55 % of the table's malicious rows (78 % of its files) and 0.2 % of the ordinary ones (0.1 %).</summary>
    public const int MaliciousFrom = VerdictLimits.MaliciousFrom;

    public const int OneIsNotEnough = MaliciousFrom - 5;

    /// <summary>Not even all four of them make a form with script malicious.</summary>
    public const int Ordinary = 5;
}
