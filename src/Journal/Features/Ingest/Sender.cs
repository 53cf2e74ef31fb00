using Journal.Log.Frames;

namespace Journal.Features.Ingest;

/// <summary>A sender, as a listener knows it. Only one thread at a time may pass on its messages.</summary>
internal sealed record Sender(RecordSource Source)
{
    /// <summary>The names in its certificate, with their kinds; empty without one.</summary>
    public IReadOnlyList<string> Names { get; init; } = [];

    /// <summary>Null if its silence does not matter.</summary>
    public KnownSender? Known { get; set; }

    public bool IsLookedUp { get; set; }

    /// <summary>Null before its first message.</summary>
    public SenderNumbers? Numbers { get; set; }

    /// <summary>The hosts whose numbers it has sent.</summary>
    public int Hosts => Numbers?.Hosts ?? 0;

    /// <summary>Its name without a port, because each connection has another port.</summary>
    public string Address => Source.Name.LastIndexOf(':') is > 0 and var end ? Source.Name[..end].Trim('[', ']') : Source.Name;
}
