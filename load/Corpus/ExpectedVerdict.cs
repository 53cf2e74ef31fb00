namespace Load.Corpus;

/// <summary>What the service has to say of each <see cref="PdfContent"/>; the lab put it in, so it knows.</summary>
internal static class ExpectedVerdict
{
    public static Verdict Of(PdfContent content) => content switch
    {
        PdfContent.Plain => Verdict.Clean,
        PdfContent.Script => Verdict.Suspicious,
        PdfContent.AutomaticScript or PdfContent.DisguisedScript or PdfContent.Launcher => Verdict.Malicious,
        PdfContent.Encrypted => Verdict.Unable,
        _ => throw new ArgumentOutOfRangeException(nameof(content), content, "No such content."),
    };
}
