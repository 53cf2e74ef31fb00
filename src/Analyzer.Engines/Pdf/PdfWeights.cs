namespace Analyzer.Engines.Pdf;

/// <summary>What each structure is worth: 100 points make malicious ten times as likely against ordinary.</summary>
/// <remarks>
/// <para>
/// Evidence is 100 · log10(P(structure | malicious) / P(structure | ordinary)) on the labelled counts of pdf-features-train.csv:
/// 203 malicious, 907 ordinary kinds of document (each distinct row once, so that one campaign of 2,699 copies is one). Ordinary is the
/// larger of all 907 together and the hardest of their two sources. Half a document is added to each class, so that nothing is certain.
/// Points are the evidence rounded down to fives; or less, where the table cannot know better than we do:
/// </para>
/// <code>
/// structure           evidence  points  because
/// JavaScript               124     120
/// OpenAction                46      45
/// hex-coded keyword        224     145  one structure alone is never called malicious
/// Launch                   160     145  likewise
/// Colors                   135     130
/// AA                        92       5  ordinary: every form that calculates has it, and by chance every 22 MB of compressed data
/// XFA                      188       5  ordinary: government forms, of which the table has none
/// RichMedia                169       5  ordinary: films and models, of which the table has none
/// JBIG2Decode              160       5  ordinary: scanned documents, of which the table has none
/// EmbeddedFile             -36       0  ordinary documents have attachments more often than malicious ones
/// JS, no JavaScript        -64       0  by chance every 22 MB of compressed data
/// </code>
/// <para>
/// Not scored at all, though it would separate well, is whether obj and endobj are equally many: appending an endobj would mend it,
/// and a score must not fall by what is added. A test recomputes all figures here. They are of the table that the points were
/// taken from, which is kinder to them than new documents will be; none of the 126 real ones among the tests' data is flagged.
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
    public const int RichMedia = Ordinary;
    public const int Jbig2 = Ordinary;

    /// <summary>A judgement: the table says nothing of what stands before a header.</summary>
    public const int Polyglot = SuspiciousFrom;

    /// <summary>From here on lie 91 % of the table's malicious rows (90 % of its files) and 0.7 % of the ordinary ones (0.4 %).</summary>
    public const int SuspiciousFrom = 100;

    /// <summary>From here on lie 55 % of the table's malicious rows (78 % of its files) and 0.2 % of the ordinary ones (0.1 %).</summary>
    public const int MaliciousFrom = 150;

    public const int OneIsNotEnough = MaliciousFrom - 5;

    /// <summary>Not even all four of them make a form with script malicious.</summary>
    public const int Ordinary = 5;
}
