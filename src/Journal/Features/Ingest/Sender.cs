using Journal.Log.Frames;

namespace Journal.Features.Ingest;

/// <summary>A sender as a listener knows it. One thread at a time hands in its messages.</summary>
internal sealed record Sender(RecordSource Source)
{
    /// <summary>Null when it is none whose silence would matter.</summary>
    public KnownSender? Known { get; set; }

    public bool IsLookedUp { get; set; }

    /// <summary>Null before it has sent one.</summary>
    public SenderNumbers? Numbers { get; set; }

    /// <summary>Whose numbers it has sent.</summary>
    public int Hosts => Numbers?.Hosts ?? 0;

    /// <summary>Its name without a port: that of a connection changes.</summary>
    public string Address => Source.Name.LastIndexOf(':') is > 0 and var end ? Source.Name[..end].Trim('[', ']') : Source.Name;
}
