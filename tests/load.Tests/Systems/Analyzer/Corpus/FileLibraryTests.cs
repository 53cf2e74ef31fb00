using Load.Machine;
using Load.Systems.Analyzer.Corpus;

namespace Load.Tests.Systems.Analyzer.Corpus;

public sealed class FileLibraryTests
{
    [Fact]
    public void Of_SmallSize_MixesEveryContentAndHalfIsPlain()
    {
        var files = new FileLibrary(1, folder: null).Of(10_000);

        files.Label.ShouldBe("10KB");
        files.Files.Select(file => file.Name).Distinct().ShouldBe(Enum.GetNames<PdfContent>(), ignoreOrder: true);
        files.Files.Count(file => file.Name == nameof(PdfContent.Plain)).ShouldBe(files.Files.Count / 2);
        files.Files.Select(file => file.Verdict).Distinct().ShouldBe([ReportVerdict.Clean, ReportVerdict.Malicious, ReportVerdict.Unable]);
        files.At(0).ShouldBe(files.At(files.Files.Count));
    }

    [Fact]
    public void Own_FolderWithFiles_TakesThemAllAndLeavesVerdictsOpen()
    {
        using var folder = new TempDirectory();
        Directory.CreateDirectory(Path.Combine(folder.Path, "sub"));
        File.WriteAllText(Path.Combine(folder.Path, "b.pdf"), "b");
        File.WriteAllText(Path.Combine(folder.Path, "sub", "a.pdf"), "a");
        File.WriteAllText(Path.Combine(folder.Path, "empty.pdf"), "");

        var files = new FileLibrary(1, folder.Path).Own();

        files.Files.Select(file => file.Name).ShouldBe(["b.pdf", "a.pdf"]);
        files.Files.ShouldAllBe(file => file.Verdict == null);
    }

    [Fact]
    public void Own_EmptyOrMissingFolder_SaysSo()
    {
        using var folder = new TempDirectory();

        Should.Throw<LabException>(() => new FileLibrary(1, folder.Path).Own()).Message.ShouldContain(folder.Path);
        Should.Throw<LabException>(() => new FileLibrary(1, Path.Combine(folder.Path, "none")).Own()).Message.ShouldContain("no files");
    }
}
