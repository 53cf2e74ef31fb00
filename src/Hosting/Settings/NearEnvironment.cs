namespace Hosting.Settings;

/// <summary>
/// Variables of the environment that are written like settings of other programs, such as <c>HOST_HTTP_PORT</c>: they have no effect, and
/// may be meant for somebody else, so the log tells of them.
/// </summary>
internal static partial class NearEnvironment
{
    public static void TellNearEnvironment(this WebApplication app)
    {
        var names = Environment.GetEnvironmentVariables().Keys.Cast<string>();
        var host = app.Services.GetRequiredService<HostDescription>();
        foreach (var (name, meant) in Of(host, app.Services.GetServices<Setting>(), names))
        {
            Log.NoEffect(app.Logger, name, meant);
        }
    }

    /// <param name="host">Names the section.</param>
    /// <param name="settings">All of the host.</param>
    /// <param name="names">The names of all variables.</param>
    /// <returns>Each variable with one underscore where two belong, and the name that has an effect.</returns>
    internal static IEnumerable<(string Name, string Meant)> Of(
        HostDescription host, IEnumerable<Setting> settings, IEnumerable<string> names)
    {
        var known = settings.DistinctBy(setting => Letters(setting.Key)).ToDictionary(setting => Letters(setting.Key));
        return
            from name in names
            where name.StartsWith($"{host.Section}_", StringComparison.OrdinalIgnoreCase) && !name.Contains("__", StringComparison.Ordinal)
                && known.ContainsKey(Letters(name[host.Section.Length..]))
            orderby name
            select (name, host.Key(known[Letters(name[host.Section.Length..])].Key).Replace(":", "__", StringComparison.Ordinal));
    }

    private static string Letters(string name) =>
        name.Replace("_", "", StringComparison.Ordinal).Replace(":", "", StringComparison.Ordinal).ToUpperInvariant();

    private static partial class Log
    {
        [LoggerMessage(6, LogLevel.Warning, "The variable {Name} has no effect here: if it is meant for this host, write {Meant}.")]
        public static partial void NoEffect(ILogger logger, string name, string meant);
    }
}
