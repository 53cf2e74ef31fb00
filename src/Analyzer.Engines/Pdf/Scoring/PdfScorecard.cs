using System.Collections.Immutable;
using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Scripts;

namespace Analyzer.Engines.Pdf.Scoring;

/// <summary>Turns the evidence in a PDF into findings, a score and a verdict.</summary>
/// <remarks>
/// <para>
/// The score is monotone: bytes that are inserted after the header never lower it. Any bytes may be inserted at any place that is
/// not inside a word and not between a /Colors and its value (there they would change what the file says instead of adding to it).
/// A rule with points only asks whether something occurs, no rule takes points away, and no byte before a name hides it. Memory and
/// decoding are bounded: beyond the bounds (65,536 objects, 128 KiB decoded of streams that are forgotten before something names them,
/// 256 MB decoded in all, 12 streams of one embedded file that get its name) something may be forgotten with the points that it would
/// have had. The same is true of objects that a stream without an end swallows, and of a stream whose filter is named by an object that
/// says several things, or comes when the stream is forgotten. Coverage says so of objects and scripts, and then the verdict is not
/// clean; it has no word for embedded files.
/// </para>
/// <para>
/// The verdict follows the score: malicious, suspicious, and below that clean or unable. A file is unable when it is not PDF, has no
/// objects, or is encrypted. The text and streams of an encrypted file cannot be read, but its names can, so an encrypted file with a
/// score is as suspicious as any other. It is unable as well when an object stream was not opened, a script not read, or the target of
/// an action that needs no click not seen: clean is never said of what was not looked at.
/// </para>
/// </remarks>
internal static class PdfScorecard
{
    private const string Iso = "ISO 32000-2, ";

    private static ReadOnlySpan<ActionKinds> WorstFirst =>
    [
        ActionKinds.Unc, ActionKinds.Uri, ActionKinds.SubmitForm, ActionKinds.ImportData, ActionKinds.GoToRemote, ActionKinds.Launch,
        ActionKinds.JavaScript,
    ];

    public static ImmutableArray<PdfRule> Rules { get; } =
    [
        PdfRule.For(PdfKeyword.JavaScript, "pdf.javascript", PdfWeights.JavaScript,
            "The document contains script that runs in the reader. Most attacks through PDF use script; forms that calculate use it too.",
            Iso + "12.6.4.17"),
        PdfRule.For(PdfKeyword.OpenAction, "pdf.open-action", PdfWeights.OpenAction,
            "The document does something as soon as it is opened. Usually it only goes to a page.", Iso + "12.6.3"),
        PdfRule.For(PdfKeyword.Launch, "pdf.launch", PdfWeights.Launch,
            "The document can start a program or open a file outside of itself.", Iso + "12.6.4.6, CVE-2010-1240"),
        new("pdf.obfuscated-name", PdfWeights.ObfuscatedName,
            "A keyword is spelled with hex codes, as in /J#61vaScript. This is legal but useless, except to hide it from a plain search.",
            Iso + "7.3.5",
            evidence => evidence.HexCoded),
        PdfRule.For(PdfKeyword.Colors, "pdf.colors", PdfWeights.Colors,
            "An image claims more than 16,777,216 colors per sample, which makes old readers overflow.", "CVE-2009-3459"),
        new("pdf.polyglot", PdfWeights.Polyglot,
            "A file of another type begins before the PDF header, so two programs can see two different files.", Iso + "7.5.2",
            evidence => evidence.Preceding),
        Script(ScriptMark.Exploit, "pdf.script-exploit", PdfWeights.ScriptExploit,
            "A script calls a function through which readers have been attacked.",
            "CVE-2007-5659, CVE-2008-2992, CVE-2009-0927, CVE-2009-1493, CVE-2009-4324"),
        Script(ScriptMark.Shellcode, "pdf.script-shellcode", PdfWeights.ScriptShellcode,
            "A script contains a long run of escapes, as attacks carry machine code.", "Judgement"),
        Script(ScriptMark.DecodesAndRuns, "pdf.script-runs-decoded", PdfWeights.ScriptRunsDecoded,
            "A script decodes text and can run it, so its own text does not tell what it does.", "Judgement"),
        Script(ScriptMark.Decodes, "pdf.script-decodes", PdfWeights.ScriptDecodes,
            "A script decodes text in bulk, which forms have no use for.", "Judgement"),
        Script(ScriptMark.Starts, "pdf.script-starts", PdfWeights.ScriptStarts,
            "A script saves or opens an attachment, or runs a menu item.", "Acrobat JavaScript reference: Doc.exportDataObject"),
        Script(ScriptMark.Connects, "pdf.script-connects", PdfWeights.ScriptConnects,
            "A script opens an address or sends data. Forms that are sent in do so too.", "Acrobat JavaScript reference: Doc.submitForm"),
        Script(ScriptMark.Unreadable, "pdf.script-unreadable", PdfWeights.ScriptUnreadable,
            "A long script consists mostly of signs and digits: it is written so that nobody can read it.", "Judgement"),
        Action(ActionKinds.Launch, "pdf.auto-launch", PdfWeights.AutoLaunch,
            "Without a click the document starts a program or opens a file.", Iso + "12.6.4.6"),
        Action(ActionKinds.Unc, "pdf.auto-unc", PdfWeights.AutoUnc,
            "Without a click the document opens a file on another machine, which learns who the reader is.", "CVE-2018-4993"),
        Action(ActionKinds.Uri, "pdf.auto-uri", PdfWeights.AutoConnect,
            "Without a click the document opens an address.", Iso + "12.6.4.8"),
        Action(ActionKinds.SubmitForm, "pdf.auto-submit", PdfWeights.AutoConnect,
            "Without a click the document sends data.", Iso + "12.7.6.2"),
        Action(ActionKinds.ImportData, "pdf.auto-import", PdfWeights.AutoConnect,
            "Without a click the document reads data from another file.", Iso + "12.7.6.4"),
        Action(ActionKinds.GoToRemote, "pdf.auto-remote", PdfWeights.AutoConnect,
            "Without a click the document opens another document.", Iso + "12.6.4.3"),
        Action(ActionKinds.JavaScript, "pdf.auto-script", 0,
            "A script runs without a click, on opening or on an event.", Iso + "12.6.4.17"),
        Attached("executable", "pdf.attached-program", "The document carries a program."),
        Attached("script", "pdf.attached-script", "The document carries a script that runs outside of the reader."),
        new("pdf.bomb", PdfWeights.Bomb,
            "A stream decodes to far more bytes than a document needs; it was not decoded to its end.", "Judgement",
            evidence => evidence.Bombed) { Since = 3 },
        PdfRule.For(PdfKeyword.AA, "pdf.additional-actions", PdfWeights.AdditionalActions,
            "Events such as turning a page or filling in a field start actions.", Iso + "12.6.3"),
        PdfRule.For(PdfKeyword.Xfa, "pdf.xfa", PdfWeights.Xfa,
            "The document contains an XML form, which has its own script and a parser that has been attacked before.",
            Iso + "12.7.8, CVE-2013-0640"),
        new("pdf.xfa-with-files", PdfWeights.XfaWithFiles,
            "An XML form comes with embedded files, as in the attacks on the readers' image decoder. Some honest forms have both.",
            "CVE-2010-0188",
            evidence => evidence.CountOf(PdfKeyword.Xfa) > 0 ? evidence.Of(PdfKeyword.EmbeddedFile) : default) { Since = 3 },
        PdfRule.For(PdfKeyword.RichMedia, "pdf.rich-media", PdfWeights.RichMedia,
            "The document embeds film, sound, Flash or 3D, which more code of the reader has to parse.", Iso + "13.7, CVE-2010-1297"),
        PdfRule.For(PdfKeyword.Jbig2Decode, "pdf.jbig2", PdfWeights.Jbig2,
            "Images are in JBIG2, whose decoders have been attacked. Scanners write it too.", "CVE-2009-0658, CVE-2021-30860"),
        PdfRule.For(PdfKeyword.EmbeddedFile, "pdf.embedded-file", 0,
            "The document carries other files, which this report lists but does not analyze.", Iso + "7.11.4"),
        new("pdf.js", 0,
            "/JS occurs without /JavaScript. Compressed data contains these three characters by chance too.", Iso + "12.6.4.17",
            evidence => evidence.CountOf(PdfKeyword.JavaScript) == 0 ? evidence.Of(PdfKeyword.JS) : default),
        PdfRule.For(PdfKeyword.Encrypt, "pdf.encrypted", 0,
            "The document is encrypted: its text and streams cannot be read, only the names outside of them.", Iso + "7.6"),
        PdfRule.For(PdfKeyword.ObjStm, "pdf.object-streams", 0,
            "Some of the document's objects are in object streams. Coverage tells how many of these could not be opened.",
            Iso + "7.5.7"),
        new("pdf.unopened-object-streams", 0,
            "Not every object stream could be opened, or objects lie where they were not read: the document may contain more than this " +
            "report tells.", Iso + "7.5.7",
            evidence => evidence.Unopened) { Since = 3 },
        new("pdf.unread-scripts", 0,
            "Not every script could be read to its end.", Iso + "12.6.4.17",
            evidence => evidence.Unread) { Since = 3 },
        new("pdf.unseen-actions", 0,
            "An action runs without a click, and what it does is not in the file or was not found.", Iso + "12.6.3",
            evidence => evidence.Unseen) { Since = 3 },
        new("pdf.deep-nesting", 0,
            "Dictionaries are nested deeper than any reader needs; what is inside was not looked at.", "Judgement",
            evidence => new(evidence.IsTooDeep ? 1 : 0, evidence.Header.Offset)) { Since = 3 },
        new("pdf.late-header", 0,
            "The header is not at the start of the file; the bytes before it are not counted.", Iso + "7.5.2",
            evidence => new(evidence.Header.Offset == 0 ? 0 : 1, evidence.Header.Offset)),
        new("pdf.unbalanced-objects", 0,
            "The numbers of obj and endobj differ: the document is damaged or handmade.", Iso + "7.3.10",
            evidence => Difference(evidence.Counts[PdfKeyword.Obj], evidence.Counts[PdfKeyword.EndObj])),
        new("pdf.unbalanced-streams", 0,
            "The numbers of stream and endstream differ: the document is damaged or handmade, or its text contains the word.",
            Iso + "7.3.8", evidence => Difference(evidence.Counts[PdfKeyword.Stream], evidence.Counts[PdfKeyword.EndStream])),
        new("pdf.no-objects", 0,
            "The file has a PDF header but no objects: there is nothing to examine.", Iso + "7.5",
            evidence => new(evidence.Counts[PdfKeyword.Obj].Count == 0 ? 1 : 0, evidence.Header.Offset)),
    ];

    /// <param name="evidence">What is judged.</param>
    /// <param name="summary">Goes into the report as it is.</param>
    public static Assessment Assess(PdfEvidence evidence, PdfSummary summary)
    {
        var findings = new List<Finding>();
        foreach (var rule in Rules)
        {
            if (rule.See(evidence) is { Count: > 0 } seen)
            {
                findings.Add(new(rule.Name, rule.Points, seen.Count, seen.Offset, rule.Reason)
                {
                    Places = seen.Places,
                    Excerpt = seen.Excerpt,
                });
            }
        }

        var score = findings.Sum(finding => finding.Points);
        return new(MediaTypes.Pdf, VerdictOf(score, evidence), score, findings) { Coverage = evidence.Coverage, Pdf = summary };
    }

    private static Verdict VerdictOf(int score, PdfEvidence evidence) => score switch
    {
        >= PdfWeights.MaliciousFrom => Verdict.Malicious,
        >= PdfWeights.SuspiciousFrom => Verdict.Suspicious,
        _ when evidence.CountOf(PdfKeyword.Encrypt) > 0 || evidence.Counts[PdfKeyword.Obj].Count == 0 => Verdict.Unable,
        _ when evidence.IsTooDeep => Verdict.Unable,
        _ when evidence.Coverage is not { UnopenedObjectStreams: 0, UnreadScripts: 0, ActionsWithoutTarget: 0 } => Verdict.Unable,
        _ => Verdict.Clean,
    };

    private static PdfRule Script(ScriptMark mark, string name, int points, string reason, string reference) =>
        new(name, points, reason, reference, evidence => evidence.Of(mark)) { Since = 3 };

    private static PdfRule Attached(string kind, string name, string reason) =>
        new(name, PdfWeights.AttachedProgram, reason, "Judgement", evidence => AttachedIn(evidence, kind)) { Since = 3 };

    // Two steps, since a closure is made as its method begins.
    private static Seen AttachedIn(PdfEvidence evidence, string kind) =>
        evidence.Attachments.Count == 0 ? default : AttachedOf(evidence.Attachments, kind);

    private static Seen AttachedOf(IReadOnlyList<PdfAttachment> attachments, string kind)
    {
        var attached = attachments.Where(attachment => attachment.Kind == kind).ToList();
        return attached.Count == 0 ? default : new(attached.Count, attached[0].Place.Offset)
        {
            Places = [.. attached.Take(PlaceList.MaxPlaces).Select(attachment => attachment.Place)],
            Excerpt = attached[0].Name ?? attached[0].MediaType,
        };
    }

    // Only the worst target of all counts, and a worse one replaces it: so one document has one of these findings.
    private static PdfRule Action(ActionKinds kind, string name, int points, string reason, string reference) =>
        new(name, points, reason, reference, evidence => ActionIn(evidence, kind)) { Since = 3 };

    private static Seen ActionIn(PdfEvidence evidence, ActionKinds kind) =>
        WorstOf(evidence.OnOpen.Kinds | evidence.OnEvent.Kinds) == kind ? evidence.Of(kind, evidence.Trigger) : default;

    private static ActionKinds WorstOf(ActionKinds kinds)
    {
        foreach (var kind in WorstFirst)
        {
            if ((kinds & kind) != 0)
            {
                return kind;
            }
        }

        return ActionKinds.None;
    }

    private static Occurrence Difference(Occurrence begun, Occurrence ended) =>
        new(Math.Abs(begun.Count - ended.Count), begun.Count > 0 ? begun.Offset : ended.Offset);
}
