namespace Load.Systems.Analyzer.Corpus;

/// <summary>The PDF objects behind each <see cref="PdfContent"/>.</summary>
internal static class PdfStructures
{
    /// <summary>A script that saves an attachment and starts it.</summary>
    private const string Starts = "this.exportDataObject\\({ cName: 'a', nLaunch: 2 }\\);";

    /// <summary>Entries for the document catalog. They refer to objects from <paramref name="first"/> on.</summary>
    public static string CatalogEntries(PdfContent content, int first) => content switch
    {
        PdfContent.Script => $"/AcroForm << /Fields [{first} 0 R] >> ",
        PdfContent.AutomaticScript => $"/OpenAction {first} 0 R ",
        PdfContent.DisguisedScript => $"/Open#41ction {first} 0 R ",
        PdfContent.Launcher =>
            $"/OpenAction << /Type /Action /S /Launch /F (setup.exe) >> /Names << /EmbeddedFiles << /Names [(setup.exe) {first} 0 R] " +
            ">> >> ",
        _ => "",
    };

    /// <summary>
    /// The standard security handler (ISO 32000-1, 7.6), with both keys zero: enough to say that the document is encrypted.
    /// </summary>
    public static string TrailerEntries(PdfContent content) => content == PdfContent.Encrypted
        ? $"/ID [<{Zeros(16)}> <{Zeros(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <{Zeros(32)}> /U <{Zeros(32)}> /P -4 >> "
        : "";

    /// <summary>How many objects <see cref="Write"/> adds.</summary>
    public static int Count(PdfContent content) => content switch
    {
        PdfContent.AutomaticScript or PdfContent.DisguisedScript => 1,
        PdfContent.Script or PdfContent.Launcher => 2,
        _ => 0,
    };

    public static void Write(PdfWriter writer, PdfContent content, int first)
    {
        switch (content)
        {
            case PdfContent.Script:
                writer.Object(
                    first, $"<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (button) /Rect [72 72 144 90] /A {first + 1} 0 R >>");
                writer.Object(first + 1, "<< /Type /Action /S /JavaScript /JS (app.alert\\(1\\);) >>");
                break;
            case PdfContent.AutomaticScript:
                writer.Object(first, $"<< /Type /Action /S /JavaScript /JS ({Starts}) >>");
                break;
            case PdfContent.DisguisedScript:
                writer.Object(first, $"<< /Type /Action /S /J#61v#61Sc#72ipt /#4a#53 ({Starts}) >>");
                break;
            case PdfContent.Launcher:
                writer.Object(first, $"<< /Type /Filespec /F (setup.exe) /EF << /F {first + 1} 0 R >> >>");
                writer.Stream(first + 1, "/Type /EmbeddedFile", 64, bytes => Filler.Picture(bytes.Span, 1));
                break;
        }
    }

    private static string Zeros(int bytes) => new('0', 2 * bytes);
}
