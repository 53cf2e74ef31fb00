namespace Analyzer.Engines.Pdf;

/// <summary>PDFiD's counters, numbered as in <see cref="Core.PdfKeywords.Names"/>.</summary>
internal enum PdfKeyword
{
    None = -1,
    Obj,
    EndObj,
    Stream,
    EndStream,
    Xref,
    Trailer,
    StartXref,
    Page,
    Encrypt,
    ObjStm,
    JS,
    JavaScript,
    AA,
    OpenAction,
    AcroForm,
    Jbig2Decode,
    RichMedia,
    Launch,
    EmbeddedFile,
    Xfa,

    /// <summary>Counted is not the name but each number above the threshold that follows it (<see cref="PdfWordReader"/>).</summary>
    Colors,
}
