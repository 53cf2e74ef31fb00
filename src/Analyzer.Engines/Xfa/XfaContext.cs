namespace Analyzer.Engines.Xfa;

/// <summary>The elements around a place in a form, as far as they say what leads there.</summary>
internal sealed class XfaContext
{
    /// <summary>Elements nested deeper are counted, and taken for what is around them.</summary>
    private const int MaxDepth = 256;

    private readonly XfaTrigger[] _triggers = new XfaTrigger[MaxDepth + 1];
    private readonly bool[] _stylesheets = new bool[MaxDepth + 1];
    private int _depth;

    /// <summary>What leads to the place.</summary>
    public XfaTrigger Trigger => _triggers[Math.Min(_depth, MaxDepth)];

    /// <summary>Whether an address here is that of a stylesheet.</summary>
    public bool IsStylesheet => _stylesheets[Math.Min(_depth, MaxDepth)];

    public void Begin()
    {
        _depth = 0;
        (_triggers[0], _stylesheets[0]) = (XfaTrigger.Open, false);
    }

    public void Open(ReadOnlySpan<byte> name, ReadOnlySpan<byte> markup)
    {
        var (trigger, isStylesheet) = (Trigger, IsStylesheet);
        if (++_depth > MaxDepth)
        {
            return;
        }

        _triggers[_depth] = name switch
        {
            _ when name.SequenceEqual("event"u8) => OfActivity(XmlAttributes.Find(markup, "activity"u8)),
            _ when name.SequenceEqual("validate"u8) => XfaTrigger.Field,
            _ when name.SequenceEqual("calculate"u8) || name.SequenceEqual("variables"u8) => XfaTrigger.Open,
            _ => trigger,
        };
        _stylesheets[_depth] = isStylesheet || name.SequenceEqual("xsl"u8) || name.SequenceEqual("outputXSL"u8);
    }

    public void Close() => _depth = Math.Max(0, _depth - 1);

    // XFA 3.3, "The event Element"; without an activity it is a click.
    private static XfaTrigger OfActivity(ReadOnlySpan<byte> activity) => System.Text.Encoding.UTF8.GetString(activity) switch
    {
        "" or "click" or "mouseUp" or "mouseDown" => XfaTrigger.Click,
        "enter" or "exit" or "change" or "full" or "mouseEnter" or "mouseExit" or "validationState" or "indexChange"
            or "prePrint" or "postPrint" or "preSave" or "postSave" or "preSign" or "postSign" or "preSubmit" or "postSubmit" =>
            XfaTrigger.Field,
        "docClose" => XfaTrigger.Close,
        _ => XfaTrigger.Open,
    };
}
