using Journal.Log.Durability;

namespace Journal.Log.Tests.Durability;

public sealed class DurableFileTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>A file that was flushed is lost with a folder whose name was not.</summary>
    [Fact]
    public void CreateFolder_SeveralThatAreMissing_FlushesTheOneAboveEach()
    {
        var flushed = new List<string>();

        DurableFile.CreateFolder(_folder.Combine("log", "tile", "0"), Flush);
        DurableFile.CreateFolder(_folder.Combine("log", "tile", "1"), Flush);
        DurableFile.CreateFolder(_folder.Combine("log", "tile"), Flush);

        flushed.ShouldBe([_folder.Path, _folder.Combine("log"), _folder.Combine("log", "tile"), _folder.Combine("log", "tile")]);
        Directory.GetDirectories(_folder.Combine("log", "tile")).Length.ShouldBe(2);

        void Flush(string folder)
        {
            Directory.GetDirectories(folder).ShouldNotBeEmpty(); // the new name is there by now
            flushed.Add(folder);
        }
    }
}
