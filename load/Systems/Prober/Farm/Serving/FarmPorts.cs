namespace Farm.Serving;

/// <summary>Where the farm listens, on loopback.</summary>
/// <param name="Folder">Gets the certificate of its authority.</param>
internal sealed record FarmPorts(string Folder, int Control, int Http, int Https, int Tcp, int Dns);
