namespace Grpc.Core;

/// <summary>The identity of the client, as far as the transport has established it.</summary>
/// <param name="peerIdentityPropertyName">The name of the property that identifies the client, or null.</param>
/// <param name="properties">By name; a name may have several.</param>
public class AuthContext(string? peerIdentityPropertyName, Dictionary<string, List<AuthProperty>> properties)
{
    public string? PeerIdentityPropertyName { get; } = peerIdentityPropertyName;

    public bool IsPeerAuthenticated => PeerIdentityPropertyName is not null;

    public IEnumerable<AuthProperty> PeerIdentity =>
        PeerIdentityPropertyName is null ? [] : FindPropertiesByName(PeerIdentityPropertyName);

    public IEnumerable<AuthProperty> Properties => properties.Values.SelectMany(values => values);

    public IEnumerable<AuthProperty> FindPropertiesByName(string propertyName) =>
        properties.TryGetValue(propertyName, out var found) ? found : [];
}
