using System.Collections;
using Hosting.Settings;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Listeners;

/// <summary>
/// Kestrel calls every port http or https, even those of other protocols: this gives the start log the real protocol of each. The log takes
/// the list of addresses before the start and reads it after it, so the list itself has to change.
/// </summary>
internal sealed class NamedAddresses : IServer
{
    private readonly IServer _server;
    private readonly ListenerPorts _ports;
    private readonly HostSettings _settings;
    private readonly AddressList? _addresses;

    public NamedAddresses(IServer server, ListenerPorts ports, HostSettings settings)
    {
        (_server, _ports, _settings) = (server, ports, settings);
        if (Features.Get<IServerAddressesFeature>() is { } bound)
        {
            _addresses = new(bound);
            Features.Set<IServerAddressesFeature>(_addresses);
        }
    }

    public IFeatureCollection Features => _server.Features;

    public async Task StartAsync<TContext>(IHttpApplication<TContext> application, CancellationToken cancellationToken)
        where TContext : notnull
    {
        await _server.StartAsync(application, cancellationToken);
        _addresses?.Name(addresses => [.. _ports.Name(_settings, addresses)]);
    }

    public Task StopAsync(CancellationToken cancellationToken) => _server.StopAsync(cancellationToken);

    public void Dispose() => _server.Dispose();

    private sealed class AddressList(IServerAddressesFeature bound) : IServerAddressesFeature, ICollection<string>
    {
        private IReadOnlyList<string>? _named;

        public ICollection<string> Addresses => this;

        /// <summary>
        /// Never: with <c>ASPNETCORE_PREFERHOSTINGURLS</c> Kestrel would listen at the framework's addresses instead of the host's own,
        /// where nothing asks for keys and TLS.
        /// </summary>
        public bool PreferHostingUrls
        {
            get => false;
            set { }
        }

        public int Count => bound.Addresses.Count;

        public bool IsReadOnly => bound.Addresses.IsReadOnly;

        public void Name(Func<IReadOnlyList<string>, IReadOnlyList<string>> name) => _named = name([.. bound.Addresses]);

        public void Add(string item) => bound.Addresses.Add(item);

        public bool Remove(string item) => bound.Addresses.Remove(item);

        public void Clear() => bound.Addresses.Clear();

        public bool Contains(string item) => (_named ?? bound.Addresses.ToList()).Contains(item);

        public void CopyTo(string[] array, int arrayIndex) => (_named ?? bound.Addresses.ToList()).ToList().CopyTo(array, arrayIndex);

        public IEnumerator<string> GetEnumerator() => (_named ?? bound.Addresses.ToList()).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
