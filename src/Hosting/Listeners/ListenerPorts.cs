using System.Net;
using Hosting.Limits;
using Hosting.Settings;
using Hosting.Trust;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.Options;

namespace Hosting.Listeners;

/// <summary>The ports that the settings give to a host's listeners.</summary>
internal sealed class ListenerPorts(
    HostDescription host,
    IConfiguration configuration,
    IEnumerable<Listener> listeners,
    IEnumerable<Setting> settings,
    IOptions<ClientLimits> limits)
    : IValidateOptions<HostSettings>
{
    private IEnumerable<Listener> Open => listeners.Where(listener => !listener.IsClosed(host, configuration));

    public ValidateOptionsResult Validate(string? name, HostSettings options)
    {
        var problems = Open
            .SelectMany(Problems)
            .ToList();
        if (ListenAddress.Problem(options.Address, host.Key(listeners.First().Key)) is { } wrong)
        {
            problems.Add($"{host.Key(nameof(HostSettings.Address))}={options.Address} is not valid: {wrong}");
        }

        if (options.Certificate is { } path && ServerCertificate.Problem(path, options.CertificatePassword) is { } problem)
        {
            problems.Add($"{host.Key(nameof(HostSettings.Certificate))}={path} cannot be used: {problem}");
        }

        return problems.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(problems);
    }

    public void Listen(KestrelServerOptions kestrel, HostSettings options)
    {
        var address = IPAddress.Parse(options.Address);
        var handles = kestrel.ApplicationServices.GetRequiredService<HandlePlan>();
        var ofAll = handles.Connections;
        var ofEach = limits.Value.ConnectionsEach ?? Math.Max(1, ofAll / 2);
        var each = ConfigurationPath.Combine(ClientLimits.Section, nameof(ClientLimits.ConnectionsEach));
        var connectionsOfAll = new ConnectionsOfAll(ofAll, () => Tell(ofAll, handles.Reason));
        var connectionsEach = new ConnectionsEach(
            ofEach, sparesLoopback: limits.Value.ConnectionsEach is null, () => Tell(ofEach, host.Key(each)));
        foreach (var listener in Served(options))
        {
            kestrel.Listen(listener.EndPoint(address, PortOf(listener)), listen =>
            {
                listen.UseStep(NameHost);
                listen.UseStep(connectionsOfAll.ServeAsync);
                listener.BeforeTls?.Invoke(listen);
                listen.UseStep(connectionsEach.ServeAsync);
                listen.Protocols = listener is { IsTls: true, Name: null } ? ServedProtocols.Tls : listener.Protocols;
                if (listener.Scheme is null && listen.Protocols.HasFlag(HttpProtocols.Http2))
                {
                    listen.Use(listen.ApplicationServices.GetRequiredService<ResetStreams>().Watch);
                }

                if (listener.IsTls)
                {
                    var certificates = listen.ApplicationServices.GetRequiredService<ServerCertificates>();
                    var clients = listener.ClientCertificates?.Invoke(listen.ApplicationServices)
                        ?? listen.ApplicationServices.GetService<IClientCertificates>();
                    listen.UseTls(new TlsHandshakeCallbackOptions { OnConnection = _ => new(certificates.Serve(clients)) });
                }

                listener.Configure?.Invoke(listen);
            });
        }

        void Tell(int limit, string reason) =>
            kestrel.ApplicationServices.GetRequiredService<ClosedConnections>().Tell(limit, reason);
    }

    /// <param name="options">The options at the time when the host began to listen.</param>
    /// <param name="addresses">The addresses of the served listeners, in order, as Kestrel has bound them.</param>
    /// <returns>The same addresses, with the schemes of protocols other than HTTP.</returns>
    public IEnumerable<string> Name(HostSettings options, IReadOnlyList<string> addresses)
    {
        var served = Served(options).ToList();
        return served.Count != addresses.Count
            ? addresses
            : addresses.Zip(served, (address, listener) =>
                listener.Scheme is { } scheme ? $"{scheme}{address[address.IndexOf(':', StringComparison.Ordinal)..]}" : address);
    }

    /// <returns>The key of the setting that a port comes from; null when it is no listener's.</returns>
    public string? KeyOf(EndPoint endpoint) =>
        endpoint is IPEndPoint { Port: var port } ? Open.FirstOrDefault(listener => PortOf(listener) == port)?.Key : null;

    /// <summary>A request finds the host in the features of its connection.</summary>
    private Task NameHost(BaseConnectionContext connection, Func<Task> next)
    {
        connection.Features.Set(host);
        return next();
    }

    private IEnumerable<Listener> Served(HostSettings options) =>
        Open.Where(listener => !listener.IsTls || options.Certificate is not null);

    private IEnumerable<string> Problems(Listener listener)
    {
        var setting = settings.First(setting => setting.Key == listener.Key);
        var key = host.Key(listener.Key);
        var remark = new SettingOrigins(configuration).Remark(key);
        var address = host.Key(nameof(HostSettings.Address));
        return new StrayMarks(configuration).Problem(key) is { } marked ? [marked]
            : configuration[key] is { } text && setting.Problem(text) is { } problem
            ? [$"{key}={text}{remark} is not valid: {problem}{(text.Contains(':') ? $" The address stands in {address}." : "")}"]
            : setting.Problems(host, PortOf(listener), remark);
    }

    private int PortOf(Listener listener) => listener.PortIn(host, configuration);
}
