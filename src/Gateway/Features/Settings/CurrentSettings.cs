using Hosting.Settings;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;

namespace Gateway.Features.Settings;

/// <summary>
/// The settings that apply while the gateway runs: backends, sets and routes. They are read again when the configuration changes; an
/// invalid change is ignored. So is one in which the backends, or all sets, are missing, because the file may just be being replaced: the
/// last set goes only with a restart.
/// </summary>
internal sealed partial class CurrentSettings : IDisposable
{
    private readonly Lock _gate = new();
    private readonly IConfiguration _configuration;
    private readonly HostDescription _host;
    private readonly IOptionsFactory<GatewayOptions> _factory;
    private readonly IOptionsFactory<HostSettings> _all;
    private readonly ILogger<CurrentSettings> _log;
    private readonly List<Action<GatewayOptions>> _followers = [];
    private readonly IDisposable _changes;
    private GatewayOptions _value;

    public CurrentSettings(
        IConfiguration configuration,
        HostDescription host,
        IOptionsFactory<GatewayOptions> factory,
        IOptionsFactory<HostSettings> all,
        ILogger<CurrentSettings> log)
    {
        (_configuration, _host, _factory, _all, _log) = (configuration, host, factory, all, log);
        _changes = ChangeToken.OnChange(configuration.GetReloadToken, Reload); // before the first look, so that no change is missed
        _value = factory.Create(Options.DefaultName);
    }

    /// <param name="use">Is called now, and after each change.</param>
    public void Follow(Action<GatewayOptions> use)
    {
        lock (_gate)
        {
            _followers.Add(use);
            use(_value);
        }
    }

    public void Dispose() => _changes.Dispose();

    private void Reload()
    {
        lock (_gate)
        {
            var key = _host.Key(nameof(GatewayOptions.Backends));
            var none = !_configuration.GetSection(key).Exists();
            var sets = _host.Key(nameof(GatewayOptions.Sets));
            if ((none || _value.Sets.Count > 0) && !_configuration.GetSection(sets).GetChildren().Any())
            {
                Log.Gone(_log, none ? key : sets, _value.Backends);
                return;
            }

            try
            {
                _all.Create(Options.DefaultName); // refuses misspelt keys: without one, a route may be open to all
                var next = _factory.Create(Options.DefaultName);
                next.Backends = none ? _value.Backends : next.Backends;
                _value = next;
            }
            catch (OptionsValidationException invalid)
            {
                Log.Ignored(_log, string.Join(' ', invalid.Failures));
                return;
            }

            _followers.ForEach(use => use(_value));
        }
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Warning, "The changed settings are invalid and are not used: {Problems}")]
        public static partial void Ignored(ILogger logger, string problems);

        [LoggerMessage(2, LogLevel.Information,
            "The settings name no {Key}: the backends stay {Backends}, and the sets too. The last set goes only by a restart.")]
        public static partial void Gone(ILogger logger, string key, string backends);
    }
}
