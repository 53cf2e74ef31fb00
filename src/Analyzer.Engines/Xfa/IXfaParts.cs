using Analyzer.Engines.JavaScript;

namespace Analyzer.Engines.Xfa;

/// <summary>What leads to a part of a form (XFA 3.3, "Automation Objects").</summary>
internal enum XfaTrigger
{
    /// <summary>Somebody clicks on it.</summary>
    Click,

    /// <summary>A field is entered, changed, left or checked; the form is saved, printed, signed or sent.</summary>
    Field,

    /// <summary>The form is closed.</summary>
    Close,

    /// <summary>The form is opened, laid out or calculated; and whatever is not known.</summary>
    Open,
}

/// <summary>Takes what can act in a form.</summary>
internal interface IXfaParts
{
    /// <summary>A script.</summary>
    /// <param name="text">In UTF-8, with a byte order mark.</param>
    /// <param name="isCut">Whether it is longer than that.</param>
    void Script(ReadOnlySpan<byte> text, bool isCut, ScriptHost host, XfaTrigger trigger);

    /// <summary>An address that is fetched, or that data are sent to.</summary>
    void Address(string address, bool isSubmit, XfaTrigger trigger);
}
