using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Hosting.Limits;

/// <summary>Handles that a host takes besides, such as one for each probe: at most half of those that are left for clients.</summary>
/// <param name="Key">The setting that says how many, relative to the host's section.</param>
/// <param name="Count">Its value.</param>
public sealed record HandleNeed(string Key, Func<IServiceProvider, int> Count);

/// <summary>
/// How many connections the open handles are enough for. Without such a bound clients take all of them, and then no file can be opened
/// either: neither a report nor a log could be written.
/// </summary>
/// <param name="host">Its names.</param>
/// <param name="wanted">The connections that the settings allow.</param>
/// <param name="others">What else takes handles: the settings, relative to the host's section, and their values.</param>
/// <param name="limit">Null if there is none, or none is known.</param>
internal sealed partial class HandlePlan(HostDescription host, int wanted, IReadOnlyList<(string Key, int Count)> others, int? limit)
{
    /// <summary>For all but these: each assembly (an idle host has about 320 of them open), files, and connections to others.</summary>
    public const int Own = 512;

    /// <summary>So many find a place beside an idle host, however few handles there are.</summary>
    private const int Fewest = 16;

    /// <summary>Connections of clients at once.</summary>
    public int Connections { get; } = limit is { } all
        ? Math.Min(wanted, Math.Max(Fewest, all - Own - Math.Min(others.Sum(other => other.Count), (all - Own) / 2)))
        : wanted;

    /// <summary>The limit that allows no more connections.</summary>
    public string Reason => Connections < wanted ? $"the limit of {limit} open handles" : host.Key(Connection);

    private static string Connection => ConfigurationPath.Combine(ClientLimits.Section, nameof(ClientLimits.MaxConnections));

    private int Needed => wanted + others.Sum(other => other.Count) + Own;

    public static HandlePlan Of(IServiceProvider services) => new(
        services.GetRequiredService<HostDescription>(),
        services.GetRequiredService<IOptions<ClientLimits>>().Value.MaxConnections,
        [.. services.GetServices<HandleNeed>().Select(need => (need.Key, need.Count(services)))],
        HandleLimit.Read());

    /// <summary>Says at the start that the system allows too few open handles for what the settings allow.</summary>
    public void Tell(ILogger logger)
    {
        if (Needed > limit)
        {
            var settings = string.Join(
                " and ", others.Prepend((Key: Connection, Count: wanted)).Select(setting => $"{host.Key(setting.Key)}={setting.Count}"));
            Log.TooFew(logger, limit.Value, Needed, settings, Connections);
        }
    }

    private static partial class Log
    {
        [LoggerMessage(
            5, LogLevel.Warning, "The system allows {Limit} open handles, and {Needed} are needed with {Settings}: raise the limit "
                + "(LimitNOFILE in the unit, ulimit -n in a shell), or lower what is set. Until then clients have at most {Connections} "
                + "connections.")]
        public static partial void TooFew(ILogger logger, int limit, int needed, string settings, int connections);
    }
}
