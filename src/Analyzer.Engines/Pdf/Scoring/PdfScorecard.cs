using System.Collections.Immutable;
using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Links;
using Analyzer.Engines.JavaScript;

namespace Analyzer.Engines.Pdf.Scoring;

/// <summary>Turns the evidence in a PDF into findings, a score and a verdict.</summary>
/// <remarks>
/// <para>
/// Points follow what was parsed: objects, actions and scripts, wherever they stand and whether or not anything leads to them. Words in
/// text, strings, comments and metadata are none of it; only where the document could not be followed do they count, as
/// <see cref="UnplacedMarks"/>. The table trigger × behaviour → points is in <see cref="PdfWeights"/>, and <c>/v1/rules</c> publishes it.
/// </para>
/// <para>
/// The score is monotone: bytes that are added between objects never lower it, but for marks whose place they tell. A rule with points only
/// asks whether something occurs, and no rule takes points away. Of rules that tell of the same in several ways only the worst finding has
/// points. Memory and decoding are bounded: beyond the bounds (65,536 objects, 128 KiB decoded of streams that are forgotten before
/// something
/// names them, 256 MB decoded in all) something may be forgotten with the points that it would have had, and so may objects that a stream
/// without an end swallows. The report says so, and then the verdict is not clean.
/// </para>
/// <para>
/// The verdict follows the score: malicious, suspicious, and below that clean, or unable when something that can act was left out. Each
/// reason for that is told once, with the number of distinct things and their places.
/// </para>
/// </remarks>
internal static class PdfScorecard
{
    private const string Iso = "ISO 32000-2, ";

    private static readonly int s_groups = Enum.GetValues<RuleGroup>().Length;

    public static ImmutableArray<PdfRule> Rules { get; } =
    [
        PdfRule.For(ActionBehaviour.LaunchProgram, "pdf.launch-program", PdfWeights.LaunchProgram,
            "The document can start a program.", Iso + "12.6.4.6, CVE-2010-1240"),
        PdfRule.For(ActionBehaviour.OpenHandler, "pdf.link-handler", PdfWeights.LinkHandler,
            "An address has a scheme that a program of the machine handles, which can be made to start others.", "CVE-2022-30190"),
        PdfRule.For(ActionBehaviour.OpenCode, "pdf.link-code", PdfWeights.LinkCode,
            "An address is itself a script or a page with one.", "RFC 2397, CVE-2018-5158"),
        PdfRule.For(ActionBehaviour.OpenShare, "pdf.link-share", PdfWeights.LinkShare,
            "The document opens a file on another machine, which learns who the reader is.", "CVE-2018-4993"),
        PdfRule.For(ActionBehaviour.OpenProgram, "pdf.link-program", PdfWeights.LinkProgram,
            "An address or a file's name is that of a program.", "Judgement"),
        PdfRule.For(ActionBehaviour.OpenLocalFile, "pdf.link-file", PdfWeights.LinkFile,
            "An address names a file of the reader's machine, which nobody outside of it can know.", "RFC 8089"),
        PdfRule.For(ActionBehaviour.LaunchFile, "pdf.launch", PdfWeights.ReachesOut,
            "The document can open a file outside of itself.", Iso + "12.6.4.6"),
        PdfRule.For(ActionBehaviour.OpenUri, "pdf.uri", PdfWeights.ReachesOut, "The document opens an address.", Iso + "12.6.4.8"),
        PdfRule.For(ActionBehaviour.Submit, "pdf.submit", PdfWeights.ReachesOut, "The document sends data.", Iso + "12.7.6.2"),
        PdfRule.For(ActionBehaviour.Import, "pdf.import", PdfWeights.ReachesOut,
            "The document reads data from another file.", Iso + "12.7.6.4"),
        PdfRule.For(ActionBehaviour.OpenRemote, "pdf.remote", PdfWeights.ReachesOut,
            "The document opens another document.", Iso + "12.6.4.3"),
        PdfRule.For(ActionBehaviour.Fetch, "pdf.fetch", PdfWeights.ReachesOut,
            "A part of the document lies on the network and is fetched when it is needed.", Iso + "7.3.8.2, 8.10.4"),
        Script(ScriptEffect.Other, "pdf.script", PdfWeights.Script,
            "A script does something else than calculate, format or print. Most attacks through PDF use script.", Iso + "12.6.4.17",
            RuleGroup.Runs),
        Script(ScriptEffect.Unparsed, "pdf.script-unparsed", PdfWeights.Script,
            "A script could not be parsed: it is damaged, or written so that what it does cannot be told.", Iso + "12.6.4.17",
            RuleGroup.Runs) with { Since = 5 },
        Script(ScriptEffect.Shows, "pdf.script-shows", PdfWeights.ScriptShows,
            "A script shows a message. Forms do so when something is filled in wrongly.", Iso + "12.6.4.17", RuleGroup.Runs),
        Script(ScriptEffect.Exploit, "pdf.script-exploit", PdfWeights.ScriptExploit,
            "A script calls a function through which readers have been attacked.",
            "CVE-2007-5659, CVE-2008-2992, CVE-2009-0927, CVE-2009-1493, CVE-2009-4324"),
        Script(ScriptEffect.Shellcode, "pdf.script-shellcode", PdfWeights.ScriptExploit,
            "A script contains a long run of escapes, as attacks carry machine code.", "Judgement"),
        Script(ScriptEffect.DecodesAndRuns, "pdf.script-runs-decoded", PdfWeights.ScriptRunsDecoded,
            "A script decodes text and can run it, so its own text does not tell what it does.", "Judgement"),
        Script(ScriptEffect.Decodes, "pdf.script-decodes", PdfWeights.ScriptDecodes,
            "A script decodes text in bulk, which forms have no use for.", "Judgement"),
        Script(ScriptEffect.Starts, "pdf.script-starts", PdfWeights.ScriptStarts,
            "A script opens an attachment or a file, or runs a menu item.", "Acrobat JavaScript reference: Doc.exportDataObject"),
        Script(ScriptEffect.Exports, "pdf.script-exports", PdfWeights.ScriptConnects,
            "A script saves an attachment or data outside of the document.", "Acrobat JavaScript reference: Doc.exportDataObject")
            with { Since = 5 },
        Script(ScriptEffect.Connects, "pdf.script-connects", PdfWeights.ScriptConnects,
            "A script opens an address or sends data. Forms that are sent in do so too.", "Acrobat JavaScript reference: Doc.submitForm"),
        Script(ScriptEffect.Unreadable, "pdf.script-unreadable", PdfWeights.ScriptUnreadable,
            "A long script consists mostly of signs and digits: it is written so that nobody can read it.", "Judgement"),
        new("pdf.obfuscated-name", PdfWeights.ObfuscatedName,
            "A keyword is spelled with hex codes, as in /J#61vaScript. This is legal but useless, except to hide it from a plain search.",
            Iso + "7.3.5",
            evidence => evidence.HexCoded),
        PdfRule.For(PdfKeyword.Colors, "pdf.colors", PdfWeights.Colors,
            "An image claims more than 16,777,216 colors per sample, which makes old readers overflow.", "CVE-2009-3459"),
        new("pdf.polyglot", PdfWeights.Polyglot,
            "A file of another type begins before the PDF header, so two programs can see two different files.", Iso + "7.5.2",
            evidence => evidence.Preceding),
        new("pdf.foreign-data", PdfWeights.Polyglot,
            "Data of another type that can act stand between the document's objects or behind them; a program of that type finds them.",
            Iso + "7.5.5", evidence => evidence.Beside) { Since = 5 },
        new("pdf.font-table", PdfWeights.BadFont,
            "A font has a table SING, which nothing needs and readers have been attacked through.", "CVE-2010-2883",
            evidence => PdfEvidence.At(evidence.BadFonts, "SING")) { Since = 5 },
        new("pdf.font-matrix", PdfWeights.BadFont,
            "A font's matrix is no list of numbers: a reader that makes code of it runs what stands there.", "CVE-2024-4367",
            evidence => PdfEvidence.At(evidence.BadMatrices, "/FontMatrix")) { Since = 5 },
        new("pdf.covered-page", PdfWeights.CoveredPage,
            "A link or a button that cannot be seen covers a whole page: wherever somebody clicks, it is on that.", "Judgement",
            evidence => evidence.Covered) { Since = 5 },
        new("pdf.link-ip", PdfWeights.OddHost, "An address has a number in place of a host's name.", "Judgement",
            evidence => evidence.Marked(HostMarks.IpAddress)) { Since = 5 },
        new("pdf.link-punycode", PdfWeights.OddHost,
            "A host's name is written in Punycode, so that it may be shown as another one.", "RFC 3492",
            evidence => evidence.Marked(HostMarks.Punycode)) { Since = 5 },
        new("pdf.link-userinfo", PdfWeights.OddHost,
            "An address has something before its host that looks like the host.", "RFC 3986, 3.2.1",
            evidence => evidence.Marked(HostMarks.UserInfo)) { Since = 5 },
        Attached("executable", "pdf.attached-program", "The document carries a program, of which only the kind has been remembered."),
        Attached("script", "pdf.attached-script",
            "The document carries a script that runs outside of the reader, of which only the kind has been remembered."),
        new("pdf.bomb", PdfWeights.Bomb,
            "A stream decodes to far more bytes than a document needs; it was not decoded to its end.", "Judgement",
            evidence => evidence.Bombed) { Since = 3 },
        PdfRule.For(PdfKeyword.Xfa, "pdf.xfa", PdfWeights.Xfa,
            "The document contains an XML form, which has its own script and a parser that has been attacked before.",
            Iso + "12.7.8, CVE-2013-0640"),
        PdfRule.For(PdfKeyword.RichMedia, "pdf.rich-media", PdfWeights.RichMedia,
            "The document embeds film, sound, Flash or 3D, which more code of the reader has to parse.", Iso + "13.7, CVE-2010-1297"),
        PdfRule.For(PdfKeyword.Jbig2Decode, "pdf.jbig2", PdfWeights.Jbig2,
            "Images are in JBIG2, whose decoders have been attacked. Scanners write it too.", "CVE-2009-0658, CVE-2021-30860"),
        PdfRule.For(PdfKeyword.EmbeddedFile, "pdf.embedded-file", 0,
            "The document carries other files, which this report lists but does not analyze.", Iso + "7.11.4"),
        PdfRule.For(PdfKeyword.OpenAction, "pdf.open-action", 0,
            "The document does something as soon as it is opened. Usually it only goes to a page.", Iso + "12.6.3"),
        PdfRule.For(PdfKeyword.AA, "pdf.additional-actions", 0,
            "Events such as turning a page or filling in a field start actions.", Iso + "12.6.3"),
        PdfRule.For(PdfKeyword.JavaScript, "pdf.javascript", 0,
            "The document contains script that runs in the reader. What it does is told by itself.", Iso + "12.6.4.17"),
        new("pdf.encrypted", 0,
            "The document is encrypted. Whether it opens without a password is told with the document.", Iso + "7.6",
            evidence => evidence.IsEncrypted ? evidence.Raw(PdfKeyword.Encrypt) : default),
        PdfRule.For(PdfKeyword.ObjStm, "pdf.object-streams", 0,
            "Some of the document's objects are in object streams. Coverage tells how many of these could not be opened.",
            Iso + "7.5.7"),
        new("pdf.unplaced-marks", PdfWeights.UnplacedMarks,
            "Names of what can act stand where the document could not be followed. Whether they mean anything there is not known.",
            "Judgement",
            evidence => UnplacedMarks.Of(evidence)) { Since = 5 },
        new("pdf.odd-header", 0,
            "The header is written as some readers take it and others do not.", Iso + "7.5.2",
            evidence => new(evidence.Header.IsOdd ? 1 : 0, evidence.Header.Offset)) { Since = 5 },
        new("pdf.late-header", 0,
            "The header is not at the start of the file; the bytes before it are not counted.", Iso + "7.5.2",
            evidence => new(evidence.Header.Offset == 0 ? 0 : 1, evidence.Header.Offset)),
        new("pdf.unbalanced-objects", 0,
            "The numbers of obj and endobj differ: the document is damaged or handmade.", Iso + "7.3.10",
            evidence => Difference(evidence.Counts[PdfKeyword.Obj], evidence.Counts[PdfKeyword.EndObj])),
        new("pdf.unbalanced-streams", 0,
            "The numbers of stream and endstream differ: the document is damaged or handmade, or its text contains the word.",
            Iso + "7.3.8", evidence => Difference(evidence.Counts[PdfKeyword.Stream], evidence.Counts[PdfKeyword.EndStream])),
    ];

    /// <summary>The rules as they are published.</summary>
    public static IReadOnlyList<EngineRule> Published { get; } = [.. Rules.Select(static rule => rule.ToPublic())];

    /// <param name="evidence">What is judged.</param>
    /// <param name="summary">Goes into the report as it is.</param>
    public static Assessment Assess(PdfEvidence evidence, PdfSummary summary)
    {
        var findings = new List<Finding>();
        Span<(int Points, int Finding)> worst = stackalloc (int, int)[s_groups];
        foreach (var rule in Rules)
        {
            if (rule.See(evidence) is { Count: > 0 } seen)
            {
                var points = seen.Points ?? rule.Points[seen.Trigger ?? Trigger.None];
                points = rule.Group == RuleGroup.None ? points : InGroup(ref worst[(int)rule.Group], findings, points);
                findings.Add(new(rule.Name, points, seen.Count, seen.Offset, rule.Reason)
                {
                    Places = seen.Places,
                    Excerpt = seen.Excerpt,
                    Trigger = seen.Trigger?.Name(),
                });
            }
        }

        var score = findings.Sum(finding => finding.Points);
        var mediaType = evidence.Header.IsFormData ? MediaTypes.FormData : MediaTypes.Pdf;
        return new(mediaType, VerdictLimits.Of(score, evidence.Unable.Count > 0), score, findings)
        {
            Coverage = evidence.Coverage,
            Unable = evidence.Unable,
            Pdf = summary,
        };
    }

    /// <summary>Of a group only the worst finding has points: a lesser one before it loses those that it had.</summary>
    private static int InGroup(ref (int Points, int Finding) worst, List<Finding> findings, int points)
    {
        if (points <= worst.Points)
        {
            return 0;
        }

        if (worst.Points > 0)
        {
            findings[worst.Finding] = findings[worst.Finding] with { Points = 0 };
        }

        worst = (points, findings.Count);
        return points;
    }

    private static PdfRule Script(
        ScriptEffect mark, string name, TriggerPoints points, string reason, string reference, RuleGroup group = RuleGroup.None) =>
        new(name, points, reason, reference, evidence => PdfEvidence.Worst(points, evidence.Scripts, (int)mark))
        {
            Since = 3,
            IsBehaviour = true,
            Group = group,
        };

    private static PdfRule Attached(string kind, string name, string reason) =>
        new(name, PdfWeights.AttachedProgram, reason, "Judgement", evidence => AttachedIn(evidence, kind)) { Since = 3 };

    // Two steps, since a closure is made as its method begins.
    private static Seen AttachedIn(PdfEvidence evidence, string kind) =>
        evidence.Attachments.Count == 0 ? default : AttachedOf(evidence.Attachments, kind);

    private static Seen AttachedOf(IReadOnlyList<PdfAttachment> attachments, string kind)
    {
        var attached = attachments.Where(attachment => attachment.Kind == kind && attachment.MediaType is null).ToList();
        return attached.Count == 0 ? default : new(attached.Count, attached[0].Place.Offset)
        {
            Places = [.. attached.Take(PlaceList.MaxPlaces).Select(attachment => attachment.Place)],
            Excerpt = attached[0].Name ?? attached[0].MediaType,
        };
    }

    private static Occurrence Difference(Occurrence begun, Occurrence ended) =>
        new(Math.Abs(begun.Count - ended.Count), begun.Count > 0 ? begun.Offset : ended.Offset);
}
