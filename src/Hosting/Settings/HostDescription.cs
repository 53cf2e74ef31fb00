using System.Reflection;

namespace Hosting.Settings;

/// <summary>The names of a host. All product names that Hosting uses come from here.</summary>
/// <param name="Name">
/// In lower case. The host's own metrics and tags begin with it, and its problem types and messages contain it.
/// </param>
/// <param name="Section">The configuration section that holds all settings of the host.</param>
/// <param name="Summary">One sentence for <c>--help</c>.</param>
/// <param name="Assembly">The host's assembly, which has the version.</param>
public sealed record HostDescription(string Name, string Section, string Summary, Assembly Assembly)
{
    /// <summary>Further labels of the host's build, such as the version of its engine.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> BuildLabels { get; init; } = [];

    /// <summary>The version with the commit that it was built from, as <c>--version</c> prints it.</summary>
    public string Version => Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown";

    /// <summary>The version in its parts.</summary>
    public BuildVersion Build => BuildVersion.Parse(Name, Version);

    /// <summary>Whether the host itself reads its files again on SIGHUP; otherwise the signal stops it, or changes nothing.</summary>
    public bool ReadsFilesOnHangUp { get; init; }

    /// <summary>The full key of one of the host's settings.</summary>
    /// <param name="key">Relative to <see cref="Section"/>.</param>
    public string Key(string key) => ConfigurationPath.Combine(Section, key);
}
