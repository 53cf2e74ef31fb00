using Analyzer.Core;

namespace Analyzer.Engines.Contract;

/// <summary>A kind of reason why something was not examined. Engines may have further ones of their own.</summary>
/// <param name="Reason">A stable slug.</param>
/// <param name="Text">What happened, for a person.</param>
internal sealed record Gap(string Reason, string Text)
{
    public static Gap UnknownType { get; } = new("unknown-type", "No engine knows this type of file.");

    public static Gap Empty { get; } = new("empty", "There are no bytes to examine.");

    public static Gap NeedsPassword { get; } = new(ReportPrecedence.NeedsPassword, "It is encrypted and opens only with a password.");

    public static Gap Broken { get; } = new("broken", "Its bytes are damaged or cut off, so it could not be read to its end.");

    public static Gap UnknownCompression { get; } = new("unknown-compression", "It is compressed by a method that is not decoded here.");

    public static Gap TooDeep { get; } = new("too-deep", "It lies deeper than parts are opened.");

    public static Gap TooManyParts { get; } = new("too-many-parts", "More parts lie inside than are opened.");

    public static Gap TooManyBytes { get; } = new("too-many-bytes", "Its parts have more bytes together than are read.");

    public static Gap Bomb { get; } = new("bomb", "It expands to far more bytes than it takes, as a decompression bomb does.");

    public static Gap TooLarge { get; } =
        new("too-large", "It has to be read in another order than it arrives, and is larger than is kept.");

    public static Gap NotJudged { get; } = new("not-judged", "Programs are described, not judged.");

    public static Gap ScriptNotJudged { get; } = new("not-judged", "What a script of this language does as a whole is not judged.");

    public static Gap SettingsNotJudged { get; } = new("not-judged", "What its settings mean for a device is not judged.");

    public static Gap ArchiveNotOpened { get; } = new("not-opened", "Archives of this type are listed, not opened.");

    public static Gap Contradiction { get; } =
        new("contradiction", "It says two things of the same content, so two programs can see two files.");

    public static Gap PartUnable { get; } = new("part-unable", "Something inside could not be examined; the part says why.");

    public UnableReason Once(long offset = 0) => new(Reason, 1, Text) { Places = [new Place(offset)] };

    public UnableReason Seen(long count, IReadOnlyList<Place>? places = null) => new(Reason, count, Text) { Places = places };
}
