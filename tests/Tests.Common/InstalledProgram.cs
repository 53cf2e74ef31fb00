namespace Tests.Common;

/// <summary>Programs that a test uses as independent peers, found on the PATH.</summary>
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

    /// <summary>
    /// <see cref="Find"/>; when it is not there the test is skipped, saying so, or with CI=true fails, for there a silent skip
    /// would look like a pass.
    /// </summary>
    /// <param name="name">Without an extension.</param>
    /// <param name="package">Debian's package that has it.</param>
    public static string SkipUnlessPresent(string name, string package)
    {
        if (Find(name) is { } path)
        {
            return path;
        }

        var reason = $"{name} is not on the PATH: this test needs it (Debian: apt-get install {package}).";
        if (string.Equals(Environment.GetEnvironmentVariable("CI"), "true", StringComparison.OrdinalIgnoreCase))
        {
            Assert.Fail(reason);
        }

        Assert.Skip(reason);
        return reason;
    }
}
