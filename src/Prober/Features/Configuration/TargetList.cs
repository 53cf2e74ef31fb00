using Microsoft.Extensions.Options;
using Prober.Engine.Probing.Ping;
using Prober.Engine.Watching;
using Prober.Features.Configuration.Clients.Ssh;
using Prober.Features.Pushes;
using Prober.Features.Settings;

namespace Prober.Features.Configuration;

/// <summary>The targets of the settings and the files, read again on each call.</summary>
internal sealed partial class TargetList(
    IOptions<ProberOptions> options, PushBoard pushes, TimeProvider time, ILogger<TargetList> logger)
{
    private const string TooManyPings = "here each ping is a separate process, which allows at most 100 targets; let the prober open raw "
        + "sockets (CAP_NET_RAW), or watch an open port with tcp";

    private const string Emptied = "it has no targets any more, and may have been emptied by mistake, so the last ones stay; "
        + "to watch nothing, start the prober with --allow-empty";

    /// <summary>How often an address is asked whether it has changed.</summary>
    private static readonly TimeSpan FetchPeriod = TimeSpan.FromSeconds(10);

    private long _fetchedAt = time.GetTimestamp();
    private readonly KnownHosts _hosts = new(Path.Combine(options.Value.DataDirectory, "known_hosts"));
    private string _stamp = "";
    private string _seen = "";
    private bool _hasTargets;
    private ProbesFile? _first;

    /// <summary>Reads the initial configuration, so that all its errors are reported before anything begins.</summary>
    /// <inheritdoc cref="Read"/>
    public void ReadFirst() => _first = Read();

    /// <summary>The initial configuration, if it was read; its notes are not reported twice.</summary>
    /// <inheritdoc cref="Read"/>
    public ProbesFile TakeFirst() => Interlocked.Exchange(ref _first, null) ?? Read();

    /// <summary>The targets of this prober's shard.</summary>
    /// <exception cref="ConfigRefusedException">The files have errors.</exception>
    public ProbesFile Read()
    {
        var shard = Shard.Parse(options.Value.Shard)!.Value; // validated
        var file = ReadAll();
        var targets = file.Targets.Where(target => shard.Has(target.Kind, target.Name)).ToList();
        if (targets.Count(target => target.Kind == "ping") is > 0 and var pings)
        {
            var way = PingAbility.Find();
            Log.Pinging(logger, pings, way);
            if (pings > PingAbility.MaxTargetsByProgram && way == PingWay.Program)
            {
                throw new ConfigRefusedException([new(options.Value.Config!, 1, TooManyPings)]);
            }
        }

        return file with { Targets = targets };
    }

    /// <summary>
    /// Whether a file has changed since the last reading, and stayed as it is since the last call: editors write in steps.
    /// </summary>
    public bool HasChanged()
    {
        if (options.Value.Config is not { Length: > 0 } path)
        {
            return false;
        }

        if (ConfigSource.HasAddress(path) && time.GetElapsedTime(_fetchedAt) < FetchPeriod)
        {
            return false;
        }

        _fetchedAt = time.GetTimestamp();
        var stamp = Stamp(path);
        var isSettled = stamp == _seen;
        _seen = stamp;
        return isSettled && stamp != _stamp && (stamp.Length > 0 || !ConfigSource.HasAddress(path)); // an outage there changes nothing
    }

    private ProbesFile ReadAll()
    {
        var named = options.Value.Targets.Select(Define).ToList();
        if (options.Value.Config is not { Length: > 0 } path)
        {
            return new(named, null, [], []);
        }

        _stamp = Stamp(path);
        var file = ProbesFile.Read(path, Environment.GetEnvironmentVariable, options.Value.AllowShell, _hosts, pushes);
        var refused = file.Problems.Where(problem => !(problem.IsUnsupported && options.Value.SkipUnsupported)).ToList();
        if (refused.Count > 0)
        {
            throw new ConfigRefusedException(refused);
        }

        if (file.Quorum is { } quorum && !quorum.Probers.Any(prober => prober.Name == options.Value.Name))
        {
            var probers = string.Join(", ", quorum.Probers.Select(prober => prober.Name));
            throw new ConfigRefusedException(
                [new(path, 1, $"with a quorum, --name (Prober:Name) has to be one of its probers: {probers}")]);
        }

        if (_hasTargets && file.Targets.Count == 0 && !options.Value.AllowEmpty)
        {
            throw new ConfigRefusedException([new(path, 1, Emptied)]);
        }

        _hasTargets = file.Targets.Count > 0;
        foreach (var problem in file.Problems)
        {
            Log.PassedOver(logger, problem);
        }

        foreach (var note in file.Notes)
        {
            Log.Noted(logger, note);
        }

        var names = file.Targets.Select(target => (target.Kind, target.Name)).ToHashSet();
        return file with { Targets = [.. named.Where(target => !names.Contains((target.Kind, target.Name))), .. file.Targets] };
    }

    private static string Stamp(string path) => ConfigSource.Stamp(path, Environment.GetEnvironmentVariable);

    private TargetDefinition Define(string url)
    {
        var probe = TargetUrl.Parse(url)!; // validated
        var interval = options.Value.Interval;
        var timeout = options.Value.Timeout;
        return new(probe.Endpoint, probe) { Interval = interval, Timeout = timeout < interval ? timeout : interval };
    }

    private static partial class Log
    {
        [LoggerMessage(10, LogLevel.Warning, "Passed over: {Problem}.")]
        public static partial void PassedOver(ILogger logger, ConfigProblem problem);

        [LoggerMessage(12, LogLevel.Information, "{Count} targets are pinged. Way: {Way}.")]
        public static partial void Pinging(ILogger logger, int count, PingWay way);

        [LoggerMessage(11, LogLevel.Warning, "{Note}.")]
        public static partial void Noted(ILogger logger, ConfigProblem note);
    }
}
