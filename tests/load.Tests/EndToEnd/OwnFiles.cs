using Load.Systems.Analyzer.Corpus;

namespace Load.Tests.EndToEnd;

/// <summary>A folder with small PDFs, one of each kind, for <c>--corpus</c>.</summary>
internal sealed class OwnFiles : IDisposable
{
    private readonly TempDirectory _folder = new("corpus");

    public OwnFiles()
    {
        foreach (var content in Enum.GetValues<PdfContent>())
        {
            File.WriteAllBytes(_folder.Combine($"{content}.pdf"), PdfFactory.Create(3_000, content, 1).Known.Head.ToArray());
        }
    }

    public string Path => _folder.Path;

    public void Dispose() => _folder.Dispose();
}
