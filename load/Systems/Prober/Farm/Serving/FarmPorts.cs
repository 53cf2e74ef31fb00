namespace Farm.Serving;

/// <summary>The farm's ports on loopback.</summary>
/// <param name="Folder">Gets the certificate of its authority.</param>
internal sealed record FarmPorts(string Folder, int Control, int Http, int Https, int Tcp, int Dns);
