using Analyzer.Core;

namespace Analyzer.Engines.Contract;

/// <summary>
/// Takes what an engine finds inside its file. Each part is analysed by the same engines as a file, at once and in one pass, and joins
/// the report with its verdict; the file's verdict is the worst of all. An engine is given this when it begins a file.
/// <code>
/// var part = parts.Open("setup.exe", offset);          // null as the name when there is none
/// while (... &amp;&amp; part.Write(bytes)) { }               // decoded bytes, as they come; false: no more are wanted
/// var known = part.Complete();                         // or Complete(Gap.Broken) when it could not be decoded to its end
/// part.Name = "a name that is found later";            // until the engine itself completes
/// parts.Skip("locked.doc", offset, Gap.NeedsPassword); // a part whose bytes cannot be had
/// </code>
/// An engine's own <see cref="Assessment"/> speaks of its own file only, with one reason in <see cref="Assessment.Unable"/> for each kind
/// of thing that it left out (<see cref="Gap.Seen"/>). Bytes that it decodes without making parts of them count in the budget that the
/// whole tree shares (<see cref="PartBudget.SpendDecoded"/>), so that a thousand embedded files cannot each decode as much as one.
/// Several parts may be open at once. The bounds (<see cref="PartLimits"/>) are kept here: beyond one, a part takes no more bytes and
/// says itself that it is unable. What an engine holds open when it is reset is forgotten.
/// </summary>
internal interface IParts
{
    /// <summary>0 for the file itself, 1 for what lies in it, and so on.</summary>
    int Depth { get; }

    /// <summary>The password that was sent with the file, which may open its parts as well; null for none. Never to be told.</summary>
    string? Password { get; }

    /// <summary>How the file around it names this one; null when it does not, or not yet, and of the submitted file.</summary>
    string? Name { get; }

    /// <summary>What the file and all its parts may take together.</summary>
    PartBudget Budget { get; }

    /// <summary>Begins a part.</summary>
    /// <param name="name">As the file gives it, of any length and with any characters; null when it gives none.</param>
    /// <param name="offset">Where the part begins, in bytes from the start of the engine's own file.</param>
    IPart Open(string? name, long offset);

    /// <summary>Notes a part whose bytes are not read.</summary>
    void Skip(string? name, long offset, Gap gap);
}

/// <summary>A part while its bytes come, and later its place in the report.</summary>
internal interface IPart : IByteSink
{
    /// <summary>A name can be given until the engine around the part completes. Rules about names are asked then.</summary>
    string? Name { get; set; }

    /// <summary>
    /// Whether a person gets it as a file under its name, even if the file's other parts are none
    /// (<see cref="Assessment.PartsAreFiles"/>).
    /// </summary>
    bool IsFile { get; set; }

    /// <summary>Takes all of its bytes at once, and ends it.</summary>
    PartFacts WriteAll(ReadOnlySpan<byte> bytes)
    {
        Write(bytes);
        return Complete();
    }

    /// <summary>Takes the part back, with all that was seen of it: it was none.</summary>
    void Withdraw();

    /// <summary>Ends the part. Call it once.</summary>
    /// <param name="gap">Why the bytes are not all; null when they are.</param>
    PartFacts Complete(Gap? gap = null);
}

/// <summary>What is known of a part that has ended.</summary>
/// <param name="Size">Bytes; null when it was not read to its end.</param>
/// <param name="Sha256">Null when it was not read to its end.</param>
/// <param name="MediaType">Null when nothing was read.</param>
internal sealed record PartFacts(long? Size, FileId? Sha256, string? MediaType, Verdict Verdict, int Score);
