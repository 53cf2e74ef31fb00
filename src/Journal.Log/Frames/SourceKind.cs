namespace Journal.Log.Frames;

/// <summary>How a record arrived.</summary>
public enum SourceKind
{
    None = 0,
    Udp = 1,
    Tcp = 2,
    Tls = 3,
    Relp = 4,
    Http = 5,
    Sealed = 6,
}
