using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Gaps;

/// <summary>Why a document was not examined as a whole, besides the reasons that all types of files have.</summary>
internal static class PdfGap
{
    public static Gap ObjectStreamFilter { get; } = new("object-stream-filter",
        "An object stream has a filter that is not decoded here, or its name or parameters lie in an object that was not read before it.");

    public static Gap ObjectStreamBroken { get; } = new("object-stream-broken",
        "An object stream is damaged, or not what its dictionary says, so that objects in it may have been missed.");

    public static Gap ObjectStreamOverLimit { get; } = new("object-stream-over-limit",
        "An object stream decodes to more than is read.");

    public static Gap HiddenObject { get; } = new("hidden-object",
        "An object lies in the data of a stream and was not read to its end. Readers find it there when they go by its offset.");

    public static Gap CutObject { get; } = new("cut-object",
        "An object is cut, or begins strangely, so that readers who go by its offset may see another one.");

    public static Gap ScriptUnread { get; } = new("script-unread",
        "A script was not found, cannot be decoded, or is longer than is read.");

    public static Gap ActionUnseen { get; } = new("action-unseen",
        "An action that needs no click is not in the file, or was not understood.");

    public static Gap AttachmentUnread { get; } = new("attachment-unread",
        "An embedded file lies so far before what names it as such that it was not kept.");

    public static Gap TooManyActions { get; } = new("too-many-actions", "There are more actions than are remembered.");

    public static Gap TooDeepNesting { get; } = new("deep-nesting",
        "Dictionaries are nested deeper than any reader needs; what is inside was not looked at.");

    public static Gap NotDecrypted { get; } = new("not-decrypted",
        "It is encrypted by a method that is not known here, or its key was found too late to decrypt what stands before it.");

    public static Gap Contradictory { get; } = new("contradictory-encryption",
        "It is encrypted in several ways, so that readers may see another document than this report tells of.");

    public static Gap NoObjects { get; } = new("no-objects", "The file has a PDF header but no objects: there is nothing to examine.");
}
