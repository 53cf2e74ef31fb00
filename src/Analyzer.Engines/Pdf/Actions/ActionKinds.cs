namespace Analyzer.Engines.Pdf.Actions;

/// <summary>
/// The kinds of actions (ISO 32000-2, 12.6.4) and of what they name; an object that was redefined has those of all its revisions.
/// </summary>
[Flags]
internal enum ActionKinds
{
    None = 0,
    Other = 1 << 0,
    GoTo = 1 << 1,
    Uri = 1 << 2,
    Launch = 1 << 3,
    JavaScript = 1 << 4,
    SubmitForm = 1 << 5,
    ImportData = 1 << 6,
    GoToRemote = 1 << 7,

    /// <summary>Leads to another file when it names one, and else within the document.</summary>
    Thread = 1 << 8,

    /// <summary>The object refers to more objects than are remembered.</summary>
    Forgotten = 1 << 9,

    /// <summary>The object is a dictionary with other keys than events, so its events were not followed.</summary>
    NoEvents = 1 << 10,

    /// <summary>The object is a stream, which no dictionary of events is.</summary>
    Stream = 1 << 11,

    /// <summary>The object is, or holds, a field that has events.</summary>
    FieldEvents = 1 << 12,

    /// <summary>The object is, or holds, something else that has events: a page, an annotation, the catalog.</summary>
    OtherEvents = 1 << 13,

    /// <summary>Names an address on the network.</summary>
    Web = 1 << 14,

    /// <summary>Names a file that is a program, or a script that runs outside of the reader.</summary>
    Program = 1 << 15,

    /// <summary>Names a file on another machine by a UNC path, or the like: that machine learns who the reader is.</summary>
    Share = 1 << 16,

    /// <summary>Names an address whose scheme is handled by a program that can be made to start others.</summary>
    Handler = 1 << 17,

    /// <summary>Names an address that is itself a script.</summary>
    Code = 1 << 18,

    /// <summary>Names a file of this machine by an address.</summary>
    LocalFile = 1 << 19,

    /// <summary>Names another file.</summary>
    File = 1 << 20,

    /// <summary>The object is a string, or an array that has one in it.</summary>
    Text = 1 << 21,

    /// <summary>What it names is a file that lies in the document.</summary>
    Embeds = 1 << 22,

    /// <summary>All that says what is named.</summary>
    Named = Web | Program | Share | Handler | Code | LocalFile | File,

    /// <summary>All that leads out of the document.</summary>
    Outward = Uri | Launch | SubmitForm | ImportData | GoToRemote | Thread,
}
