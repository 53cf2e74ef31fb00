namespace Analyzer.Service.Features.Scanning;

/// <summary>
/// Moves files that were found to a folder where nobody runs them by mistake: under their SHA-256, without an ending, beside a report that
/// says where they were.
/// </summary>
internal sealed class Quarantine
{
    private readonly string _folder;

    public Quarantine(string folder)
    {
        _folder = Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(_folder);
        }
        else
        {
            Directory.CreateDirectory(_folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        _folder = Directory.ResolveLinkTarget(_folder, returnFinalTarget: true)?.FullName ?? _folder;
    }

    /// <summary>Whether a path is the folder, or lies in it: what is there is not judged again.</summary>
    public bool Holds(string path) => path == _folder || path.StartsWith(_folder + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    /// <summary>Moves a file. The report is written first: a file is never there without it.</summary>
    /// <returns>Where it lies now.</returns>
    public string Move(string path, JudgedFile judged)
    {
        var name = judged.Report!.Sha256.ToString();
        var place = Path.Combine(_folder, name);
        for (var i = 2; File.Exists(place); i++)
        {
            place = Path.Combine(_folder, $"{name}-{i}"); // the same bytes came again, from another place perhaps
        }

        File.WriteAllText($"{place}.json", ScanLines.InJson(path, judged));
        try
        {
            File.Move(path, place);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            File.Delete($"{place}.json");
            throw;
        }

        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(place, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        return place;
    }
}
