namespace Analyzer.Engines.Pdf.Streams;

/// <summary>The use of a stream's data; a stream with several uses is read for each of them.</summary>
[Flags]
internal enum StreamUse
{
    Nothing = 0,
    ObjectStream = 1 << 0,
    Script = 1 << 1,

    /// <summary>A part of an XML form, which may hold scripts.</summary>
    Form = 1 << 2,
    Attachment = 1 << 3,

    /// <summary>Kept for a while, in case something names it as one of the others.</summary>
    Recent = 1 << 4,

    /// <summary>A font, of which the directory of tables is read.</summary>
    Font = 1 << 5,

    /// <summary>Metadata, of which what stands before the first element is read.</summary>
    Metadata = 1 << 6,

    /// <summary>Only its beginning is looked at: it counts as skipped.</summary>
    Beginning = Font | Metadata,

    /// <summary>All that is decoded.</summary>
    Decoded = ObjectStream | Script | Form | Attachment | Beginning,
}

internal static class StreamUses
{
    /// <summary>Does what HasFlag does, which allocates until its caller has been optimized.</summary>
    public static bool Has(this StreamUse use, StreamUse one) => (use & one) != 0;
}
