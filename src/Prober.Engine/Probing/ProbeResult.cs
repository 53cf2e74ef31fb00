using System.Net;
using Prober.Engine.Certificates;

namespace Prober.Engine.Probing;

/// <summary>The result of a probe. The probe fills it; afterwards nobody changes it.</summary>
public sealed class ProbeResult
{
    public FailureClass Failure { get; internal set; }

    /// <summary>For a person; it contains no credentials.</summary>
    public string Message { get; internal set; } = "";

    public bool IsGood => Failure == FailureClass.None;

    /// <summary>Unix milliseconds.</summary>
    public long StartedAt { get; internal set; }

    public TimeSpan Duration { get; internal set; }

    /// <summary>The longest time that it could take.</summary>
    public TimeSpan Timeout { get; internal set; }

    /// <summary>A duration that the target itself measured, and that takes the place of the probe's; null for none.</summary>
    internal TimeSpan? Reported { get; set; }

    /// <summary>The target said so itself, or it follows from other states: no lateness of the prober makes it doubtful.</summary>
    internal bool IsUnmeasured { get; set; }

    public TimeSpan Resolving { get; internal set; }

    public TimeSpan Connecting { get; internal set; }

    public TimeSpan Handshaking { get; internal set; }

    /// <summary>From the request until the first byte of the response.</summary>
    public TimeSpan Processing { get; internal set; }

    public TimeSpan Transferring { get; internal set; }

    /// <summary>The address is from an answer of a name server whose time is over, because none could tell since.</summary>
    public bool IsStale { get; internal set; }

    public IPAddress? Address { get; internal set; }

    /// <summary>The status of HTTP; 0 for none.</summary>
    public int Status { get; internal set; }

    /// <summary>The HTTP version of the response; null for none.</summary>
    public Version? HttpVersion { get; internal set; }

    /// <summary>Bytes of the body; -1 for none.</summary>
    public long ContentLength { get; internal set; } = -1;

    /// <summary>The size of the decoded body in bytes; -1 when it is encoded and was not decoded.</summary>
    public long DecodedLength { get; internal set; } = -1;

    /// <summary>When the content was last changed, according to the server, in Unix seconds; -1 when it does not say.</summary>
    public long LastModified { get; internal set; } = -1;

    public int Redirects { get; internal set; }

    /// <summary>The last response of HTTP came over TLS.</summary>
    public bool IsSecure { get; internal set; }

    public CertificateFacts? Certificate { get; internal set; }

    /// <summary>The answer of a name server; null for none.</summary>
    public DnsFacts? Dns { get; internal set; }

    /// <summary>The answer of a health service; null for none.</summary>
    public GrpcFacts? Grpc { get; internal set; }

    /// <summary>Facts that the server told of itself, by names of a module.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Told { get; internal set; } = [];

    /// <summary>The server sent other bytes than it should have.</summary>
    public bool HasOtherBytes { get; internal set; }

    /// <summary>Whether the body broke the target's <see cref="Http.IContentRule"/>; null when the target has none.</summary>
    public bool? HasBrokenRule { get; internal set; }

    internal ProbeResult Fail(FailureClass failure, string message)
    {
        (Failure, Message) = (failure, message);
        return this;
    }
}

/// <summary>The numbers of records in a DNS answer.</summary>
/// <param name="Serial">The zone's serial number, when its SOA was asked for.</param>
public sealed record DnsFacts(int Answers, int Authorities, int Additionals, uint? Serial);

/// <param name="Status">The gRPC status; 0 means OK.</param>
/// <param name="Health">A number of <c>grpc.health.v1</c>; null when the call failed.</param>
public sealed record GrpcFacts(int Status, int? Health);
