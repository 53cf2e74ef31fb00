namespace Load.Systems.Analyzer.Corpus;

/// <summary>The right verdict on each <see cref="PdfContent"/>: the lab put it in, so it knows.</summary>
internal static class RightVerdict
{
    public static ReportVerdict Of(PdfContent content) => content switch
    {
        PdfContent.Plain or PdfContent.Script => ReportVerdict.Clean,
        PdfContent.AutomaticScript or PdfContent.DisguisedScript or PdfContent.Launcher => ReportVerdict.Malicious,
        PdfContent.Encrypted => ReportVerdict.Unable,
        _ => throw new ArgumentOutOfRangeException(nameof(content), content, "No such content."),
    };
}
