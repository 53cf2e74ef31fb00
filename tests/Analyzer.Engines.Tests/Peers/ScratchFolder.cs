namespace Analyzer.Engines.Tests.Peers;

/// <summary>A folder for a test's files, gone with it.</summary>
internal sealed class ScratchFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("engine-");

    public string Path(string name) => System.IO.Path.Combine(_folder.FullName, name);

    public string Write(string name, byte[] content)
    {
        File.WriteAllBytes(Path(name), content);
        return Path(name);
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
