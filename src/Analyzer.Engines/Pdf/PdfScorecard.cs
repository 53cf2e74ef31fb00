using Analyzer.Core;

namespace Analyzer.Engines.Pdf;

/// <summary>Turns what was seen in a PDF into findings, a score and a verdict.</summary>
/// <remarks>
/// <para>
/// The score is monotone: whatever is inserted after the header, it never falls. What may be inserted is any bytes at any place that is
/// not inside a word and not between a /Colors and its value (there they would change what the file says, not add to it).
/// Each rule with points asks only whether something occurs, no rule takes points away, and a name is cut off by nothing before it.
/// </para>
/// <para>
/// The verdict follows the score: malicious, suspicious, and below that clean or unable. Unable is what is not PDF, has no objects,
/// or is encrypted, for then its text and streams cannot be read; names can, so that an encrypted file with a score is as suspicious
/// as any other. Clean is said of the file as it lies there: object streams, which most documents since PDF 1.5 have, are not opened
/// by this version, and a finding without points says so.
/// </para>
/// </remarks>
internal static class PdfScorecard
{
    public static IReadOnlyList<PdfRule> Rules { get; } =
    [
        PdfRule.For(PdfKeyword.JavaScript, "pdf.javascript", PdfWeights.JavaScript,
            "Script that runs in the reader: most attacks through PDF are written in it. Forms that calculate use it too."),
        PdfRule.For(PdfKeyword.OpenAction, "pdf.open-action", PdfWeights.OpenAction,
            "Something is done as soon as the document is opened. Mostly it only turns to a page."),
        PdfRule.For(PdfKeyword.Launch, "pdf.launch", PdfWeights.Launch,
            "Starts a program or opens a file outside the document."),
        new("pdf.obfuscated-name", PdfWeights.ObfuscatedName,
            "A keyword that matters is spelt with hex codes, as in /J#61vaScript: legal, of no use, and hides it from a plain search.",
            evidence => evidence.Tally.Obfuscated),
        new("pdf.colors", PdfWeights.Colors,
            "An image claims more than 16,777,216 colors per sample, which overflows old readers (CVE-2009-3459).",
            evidence => evidence.Tally.HugeColors),
        new("pdf.polyglot", PdfWeights.Polyglot,
            "Before the PDF header stands the beginning of a file of another type: two programs would see two different files.",
            evidence => new(evidence.Disguise is null ? 0 : 1, 0)),
        PdfRule.For(PdfKeyword.AA, "pdf.additional-actions", PdfWeights.AdditionalActions,
            "Actions are tied to events such as turning a page or filling in a field."),
        PdfRule.For(PdfKeyword.Xfa, "pdf.xfa", PdfWeights.Xfa,
            "An XML form, with script of its own and a parser that has been attacked."),
        PdfRule.For(PdfKeyword.RichMedia, "pdf.rich-media", PdfWeights.RichMedia,
            "Embedded film, sound, Flash or 3D: more code that reads it."),
        PdfRule.For(PdfKeyword.Jbig2Decode, "pdf.jbig2", PdfWeights.Jbig2,
            "Images in JBIG2, whose decoders have been attacked (CVE-2009-0658, CVE-2021-30860). Scanners write it too."),
        PdfRule.For(PdfKeyword.EmbeddedFile, "pdf.embedded-file", 0,
            "Carries other files, which are not analyzed here."),
        new("pdf.js", 0,
            "/JS without /JavaScript: three letters that compressed data also holds by chance.",
            evidence => evidence.Tally[PdfKeyword.JavaScript].Count == 0 ? evidence.Tally[PdfKeyword.JS] : default),
        PdfRule.For(PdfKeyword.Encrypt, "pdf.encrypted", 0,
            "Encrypted: its text and streams cannot be read, only names outside of them."),
        PdfRule.For(PdfKeyword.ObjStm, "pdf.object-streams", 0,
            "Part of the document's objects lie in compressed object streams, which this version of the engine does not open."),
        new("pdf.late-header", 0,
            "The header is not at the start of the file; what stands before it is not counted.",
            evidence => new(evidence.Header.Offset == 0 ? 0 : 1, evidence.Header.Offset)),
        new("pdf.unbalanced-objects", 0,
            "As many objects are not begun as ended: a damaged or a hand-made document.",
            evidence => Difference(evidence.Tally[PdfKeyword.Obj], evidence.Tally[PdfKeyword.EndObj])),
        new("pdf.unbalanced-streams", 0,
            "As many streams are not begun as ended: a damaged or a hand-made document, or the word in its text.",
            evidence => Difference(evidence.Tally[PdfKeyword.Stream], evidence.Tally[PdfKeyword.EndStream])),
        new("pdf.no-objects", 0,
            "Has a PDF header and nothing of a document: there is nothing to look at.",
            evidence => new(evidence.Tally[PdfKeyword.Obj].Count == 0 ? 1 : 0, evidence.Header.Offset)),
    ];

    public static Assessment Assess(PdfEvidence evidence)
    {
        var findings = Rules
            .Select(rule => (Rule: rule, Seen: rule.See(evidence)))
            .Where(candidate => candidate.Seen.Count > 0)
            .Select(found => new Finding(found.Rule.Name, found.Rule.Points, found.Seen.Count, found.Seen.Offset, found.Rule.Reason))
            .ToList();
        var score = findings.Sum(finding => finding.Points);
        return new(VerdictOf(score, evidence.Tally), score, findings);
    }

    private static Verdict VerdictOf(int score, PdfTally tally) => score switch
    {
        >= PdfWeights.MaliciousFrom => Verdict.Malicious,
        >= PdfWeights.SuspiciousFrom => Verdict.Suspicious,
        _ when tally[PdfKeyword.Encrypt].Count > 0 || tally[PdfKeyword.Obj].Count == 0 => Verdict.Unable,
        _ => Verdict.Clean,
    };

    private static Sighting Difference(Sighting begun, Sighting ended) =>
        new(Math.Abs(begun.Count - ended.Count), begun.Count > 0 ? begun.Offset : ended.Offset);
}
