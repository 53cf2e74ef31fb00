using System.Text.RegularExpressions;
using Hosting;
using Hosting.Settings;
using Microsoft.Extensions.DependencyInjection;

namespace Prober.Tests.Settings;

/// <summary>A host's README names every setting that not all hosts have, and its table of settings no other.</summary>
internal static partial class NamedSettings
{
    /// <param name="project">The folder of the host below <c>src</c>.</param>
    /// <param name="host">Its names.</param>
    /// <param name="addSettings">Registers its settings.</param>
    public static void ShouldBeThoseOfTheReadme(string project, HostDescription host, Action<IServiceCollection> addSettings)
    {
        var lines = File.ReadAllLines(Path.Combine(SharedData.RepositoryRoot, "src", project, "README.md"));
        var known = KeysOf(addSettings);

        known.Except(KeysOf(services => services.AddHostSettings(host))).Except(lines.SelectMany(KeysIn))
            .ShouldBeEmpty("README does not name them");
        var rows = lines.SkipWhile(line => !line.StartsWith($"| `{host.Section}:` |", StringComparison.Ordinal)).Skip(2)
            .TakeWhile(line => line.StartsWith('|')).ToList();
        rows.ShouldNotBeEmpty();
        rows.SelectMany(row => KeysIn(row.Split('|')[1])).Except(known).ShouldBeEmpty("no setting has this name");
    }

    private static List<string> KeysOf(Action<IServiceCollection> addSettings)
    {
        var services = new ServiceCollection();
        addSettings(services);
        return [.. services.Select(service => service.ImplementationInstance).OfType<Setting>().Select(setting => setting.Key)];
    }

    /// <summary>What stands in code; of a list or a dictionary, without the number or the name at its end.</summary>
    private static IEnumerable<string> KeysIn(string markdown) =>
        Code().Matches(markdown).Select(match => Member().Replace(match.Groups[1].Value, ""));

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();

    [GeneratedRegex(":([0-9]+|NAME)$")]
    private static partial Regex Member();
}
