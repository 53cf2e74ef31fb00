using Load.Systems.Journal.Sending;

namespace Load.Systems.Journal.Receivers;

/// <summary>The paths and ports that a peer is given: where it works, where it listens, and where it writes lines.</summary>
/// <param name="Folder">Its own.</param>
/// <param name="Ports">All of them; it listens on those that it can.</param>
internal sealed record PeerPaths(string Folder, ReceiverPorts Ports)
{
    /// <summary>The file of its settings.</summary>
    public string Configuration => Of("peer.conf");

    /// <summary>The file of the lines.</summary>
    public string Lines => Of("lines");

    public string Of(string file) => Path.Combine(Folder, file);
}
