namespace Analyzer.Engines.Pdf.Actions;

/// <summary>Where an action or a script stands: in an object, or in a trigger's own place.</summary>
/// <param name="Source">The object's number, or <see cref="Triggers.ToSource"/>; 0 outside of objects.</param>
/// <param name="Way">How the object leads there.</param>
internal readonly record struct Origin(int Source, Way Way = Way.Action)
{
    /// <summary>Nothing is known to lead there.</summary>
    public static Origin Nowhere { get; } = Of(Trigger.None);

    public static Origin Of(Trigger trigger) => new(trigger.ToSource());
}

/// <summary>How one object leads to another.</summary>
internal enum Way : byte
{
    /// <summary>It is a part of what the object does.</summary>
    Action,

    /// <summary>The object, whatever it is, has it as its additional actions.</summary>
    Events,

    /// <summary>The object is a dictionary of events, and has it for this one.</summary>
    Click,
    Field,
    Close,
    Page,

    /// <summary>The event C: of a page that it is closed, of a field that it is calculated.</summary>
    CloseOrField,

    /// <summary>The object, whatever it is, has a dictionary of events in itself, with this event C.</summary>
    OwnCloseOrField,
}
