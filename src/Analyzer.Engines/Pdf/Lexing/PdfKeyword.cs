namespace Analyzer.Engines.Pdf.Lexing;

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

    /// <summary>Counts the numbers above the threshold that follow the name, not the name itself (<see cref="PdfTokenizer"/>).</summary>
    Colors,
}
