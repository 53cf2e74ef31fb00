using Analyzer.Engines.Pdf.Actions;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>The events of additional actions (ISO 32000-2, 12.6.3).</summary>
internal static class PdfEvents
{
    /// <summary>How a dictionary of events leads to the action of one.</summary>
    public static Way WayOf(PdfName key) => key switch
    {
        PdfName.D or PdfName.U => Way.Click,
        PdfName.K or PdfName.F or PdfName.V or PdfName.Fo or PdfName.Bl => Way.Field,
        PdfName.C => Way.CloseOrField,
        PdfName.WC or PdfName.WS or PdfName.DS or PdfName.WP or PdfName.DP or PdfName.DC => Way.Close,
        _ => Way.Page,
    };

    /// <summary>Where an action stands whose events are a part of an object.</summary>
    public static Origin OriginOf(PdfName key, int number) => WayOf(key) switch
    {
        Way.Click => Origin.Of(Trigger.Click),
        Way.Field => Origin.Of(Trigger.Field),
        Way.CloseOrField => new(number, Way.OwnCloseOrField),
        Way.Close => Origin.Of(Trigger.Close),
        _ => Origin.Of(Trigger.Page),
    };
}
