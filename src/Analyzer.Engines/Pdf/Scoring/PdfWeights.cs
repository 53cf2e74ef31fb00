using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Scoring;

/// <summary>The points of each behaviour: 100 points make a malicious document ten times as likely compared with an ordinary one.</summary>
/// <remarks>
/// <para>
/// Points follow what was parsed: objects, actions and scripts, each with what leads to it (<see cref="TriggerPoints"/>). Evidence for
/// their
/// weight is 100 · log10(P(mark | malicious) / P(mark | ordinary)) on the labelled counts of pdf-features-train.csv: 203 malicious and 907
/// ordinary kinds of document (each distinct row counts once, so that a campaign of 2,699 copies is one). For P(mark | ordinary) the larger
/// value is taken: all 907 together, or the harder one of their two sources. Half a document is added to each class, so that nothing is
/// certain. Points are the evidence rounded down to a multiple of five, or less where we know more than the table does:
/// </para>
/// <code>
/// mark                evidence  points  because
/// JavaScript               124     120  a script that needs no click and is not known to be harmless
/// OpenAction                46       0  what it does counts; where that cannot be followed, 45
/// hex-coded keyword        224     145  one structure alone is never called malicious
/// Launch                   160     145  a program on a click, the same limit; without a click 150
/// Colors                   135     130
/// AA                        92       0  what it does counts; where that cannot be followed, 5: every form that calculates has it
/// XFA                      188       5  ordinary: government forms; the table has none
/// RichMedia                169       5  ordinary: films and 3D models; the table has none
/// JBIG2Decode              160       5  ordinary: scanned documents; the table has none
/// EmbeddedFile             -36       0  each is judged by itself
/// JS, no JavaScript        -64       0  by chance every 22 MB of compressed data
/// </code>
/// <para>
/// The other points are judgements: the table has counts of keywords, and neither targets nor scripts nor triggers. A test recomputes all
/// figures here, and another cross-validates them. Where the marks of a row name what needs no click, 91.1 % of the malicious rows reach
/// 100
/// points and 0.7 % of the ordinary ones; <see cref="EngineRules.Calibration"/> tells how many of real harmless documents do.
/// </para>
/// </remarks>
internal static class PdfWeights
{
    public const int JavaScript = 120;
    public const int OpenAction = 45;
    public const int ObfuscatedName = OneIsNotEnough;
    public const int Launch = OneIsNotEnough;
    public const int Colors = 130;
    public const int Xfa = Ordinary;
    public const int RichMedia = Ordinary;
    public const int Jbig2 = Ordinary;

    /// <summary>Marks alone are not enough to call a document anything: nobody has seen what they do.</summary>
    public const int UnplacedMarks = SuspiciousFrom - 5;

    /// <summary>A judgement: the table does not record what precedes a header.</summary>
    public const int Polyglot = SuspiciousFrom;

    public const int AttachedProgram = SuspiciousFrom;
    public const int BadFont = SuspiciousFrom;

    /// <summary>Told, and no reason to call a document anything: whole pages that are a link are in advertisements, too.</summary>
    public const int CoveredPage = 25;
    public const int OddHost = 15;

    /// <summary>A bomb must not make a file look better by keeping data from being decoded.</summary>
    public const int Bomb = SuspiciousFrom;

    public const int SuspiciousFrom = VerdictLimits.SuspiciousFrom;
    public const int MaliciousFrom = VerdictLimits.MaliciousFrom;
    public const int OneIsNotEnough = MaliciousFrom - 5;

    /// <summary>Not even all of them make a form with script malicious.</summary>
    public const int Ordinary = 5;

    /// <summary>A program that a click starts is suspicious, and one that nobody has to click is malicious.</summary>
    public static readonly TriggerPoints LaunchProgram = new(OneIsNotEnough, MaliciousFrom, MaliciousFrom);
    public static readonly TriggerPoints LinkHandler = new(SuspiciousFrom, MaliciousFrom, MaliciousFrom);
    public static readonly TriggerPoints LinkCode = new(SuspiciousFrom, 120, 120);
    public static readonly TriggerPoints LinkShare = new(SuspiciousFrom, 120, 120);
    public static readonly TriggerPoints LinkProgram = new(SuspiciousFrom, 120, 120);
    public static readonly TriggerPoints LinkFile = new(SuspiciousFrom, 110, 110);

    /// <summary>Every ordinary link does so on a click.</summary>
    public static readonly TriggerPoints ReachesOut = new(0, 105, 105);

    /// <summary>
    /// The evidence of /JavaScript, for a script that needs no click; who clicks on a button expects that it does something.
    /// </summary>
    public static readonly TriggerPoints Script = new(20, JavaScript, JavaScript);
    public static readonly TriggerPoints ScriptShows = new(0, 0, SuspiciousFrom);
    public static readonly TriggerPoints ScriptExploit = new(OneIsNotEnough, MaliciousFrom, MaliciousFrom);
    public static readonly TriggerPoints ScriptRunsDecoded = new(40, 60, 60);
    public static readonly TriggerPoints ScriptDecodes = TriggerPoints.Always(25);
    public static readonly TriggerPoints ScriptStarts = TriggerPoints.Always(60);
    public static readonly TriggerPoints ScriptConnects = TriggerPoints.Always(20);
    public static readonly TriggerPoints ScriptUnreadable = TriggerPoints.Always(25);
}
