using Hosting.Settings;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;

namespace Gateway.Features.Settings;

/// <summary>
/// The settings that apply while the gateway runs: backends, sets and routes. They are read again when the configuration changes; an
/// invalid change is ignored. So is a missing list of backends, because the file may just be being replaced.
/// </summary>
internal sealed partial class CurrentSettings : IDisposable
{
    private readonly Lock _gate = new();
    private readonly IConfiguration _configuration;
    private readonly HostDescription _host;
    private readonly IOptionsFactory<GatewayOptions> _factory;
    private readonly ILogger<CurrentSettings> _log;
    private readonly List<Action<GatewayOptions>> _followers = [];
    private readonly IDisposable _changes;
    private GatewayOptions _value;

    public CurrentSettings(
        IConfiguration configuration, HostDescription host, IOptionsFactory<GatewayOptions> factory, ILogger<CurrentSettings> log)
    {
        (_configuration, _host, _factory, _log) = (configuration, host, factory, log);
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
            var sets = _configuration.GetSection(_host.Key(nameof(GatewayOptions.Sets)));
            if (_configuration[key] is null && (_value.Sets.Count == 0 || !sets.Exists()))
            {
                Log.Gone(_log, key, _value.Backends);
                return;
            }

            try
            {
                _value = _factory.Create(Options.DefaultName);
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

        [LoggerMessage(2, LogLevel.Information, "The settings name no {Key}: the backends stay {Backends}")]
        public static partial void Gone(ILogger logger, string key, string backends);
    }
}
