namespace Hosting.Settings;

/// <summary>The source that a host was built from.</summary>
/// <param name="Name">The host's.</param>
/// <param name="Version">Three numbers, from the changelog.</param>
/// <param name="Commit">40 hexadecimal digits; null when the build knew of no repository.</param>
/// <param name="Dirty">Whether files differed from that commit.</param>
public sealed record BuildVersion(string Name, string Version, string? Commit, bool Dirty)
{
    private const string DirtyMark = ".dirty";
    private const int ShortCommit = 8;

    /// <param name="name">The host's.</param>
    /// <param name="informational">Such as <c>1.0.0+7776bb51.dirty</c>, as the build writes it into the assembly.</param>
    public static BuildVersion Parse(string name, string informational)
    {
        var parts = informational.Split('+', 2);
        var commit = parts.Length > 1 ? parts[1] : "";
        var dirty = commit.EndsWith(DirtyMark, StringComparison.Ordinal);
        commit = dirty ? commit[..^DirtyMark.Length] : commit;
        return new(name, parts[0], commit.Length > 0 ? commit : null, dirty);
    }

    /// <summary>Such as <c>analyzer 1.0.0, 7776bb51, dirty</c>.</summary>
    public override string ToString() =>
        $"{Name} {Version}{(Commit is null ? "" : $", {Commit[..Math.Min(ShortCommit, Commit.Length)]}")}{(Dirty ? ", dirty" : "")}";
}
