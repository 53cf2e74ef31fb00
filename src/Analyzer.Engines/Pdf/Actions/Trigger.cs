namespace Analyzer.Engines.Pdf.Actions;

/// <summary>What makes a document act; a later one needs less of the reader. From <see cref="Field"/> on nobody has to click.</summary>
internal enum Trigger : byte
{
    /// <summary>Nothing in the file was found that leads there. A reader may still be led there by what was not found.</summary>
    None,
    Click,

    /// <summary>A field of a form is entered, filled in, left, calculated or formatted.</summary>
    Field,

    /// <summary>The document or a page is closed, or the document saved or printed.</summary>
    Close,

    /// <summary>A page or an annotation is shown, or the pointer passes over it.</summary>
    Page,

    /// <summary>The document is opened.</summary>
    Open,
}

internal static class Triggers
{
    public const int Count = (int)Trigger.Open + 1;

    /// <summary>The source of what stands in the trigger's own place; the numbers of objects are positive.</summary>
    public static int ToSource(this Trigger trigger) => -1 - (int)trigger;

    public static Trigger OfSource(int source) => (Trigger)(-1 - source);

    /// <summary>The name as a report tells it.</summary>
    public static string Name(this Trigger trigger) => trigger switch
    {
        Trigger.None => "none",
        Trigger.Click => "click",
        Trigger.Field => "field",
        Trigger.Close => "close",
        Trigger.Page => "page",
        _ => "open",
    };
}
