namespace Tests.Common;

/// <summary>Programs on the PATH that a test uses as independent peers.</summary>
public static class InstalledProgram
{
    /// <summary>Full path of the program, or null.</summary>
    public static string? Find(string name)
    {
        var fileName = OperatingSystem.IsWindows() ? $"{name}.exe" : name;
        return (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, fileName))
            .FirstOrDefault(File.Exists);
    }

    /// <summary>Full path of the program; skips the test where it is not installed (<see cref="MissingPeer"/>).</summary>
    /// <param name="name">Without an extension.</param>
    /// <param name="package">Debian's package that has it.</param>
    public static string SkipUnlessPresent(string name, string package)
    {
        var path = Find(name);
        if (path is null)
        {
            MissingPeer.Skip($"{name} is not on the PATH: this test needs it (Debian: apt-get install {package}).");
        }

        return path;
    }
}
