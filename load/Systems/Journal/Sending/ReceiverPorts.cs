namespace Load.Systems.Journal.Sending;

/// <summary>The ports of a receiver on loopback (0: it does not listen), and the files that its senders need.</summary>
internal sealed record ReceiverPorts(int Udp, int Tcp)
{
    public int Http { get; init; }

    public int Tls { get; init; }

    public int Relp { get; init; }

    /// <summary>A .pem file with the certificate that it shows over TLS; null where it has none.</summary>
    public string? Certificate { get; init; }

    /// <summary>The file of the key for sealed datagrams; null where it takes none.</summary>
    public string? SenderKey { get; init; }
}
