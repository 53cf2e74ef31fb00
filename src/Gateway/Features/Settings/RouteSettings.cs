using System.ComponentModel.DataAnnotations;

namespace Gateway.Features.Settings;

/// <summary>Which calls go to which set of backends, and what they may do.</summary>
internal sealed class RouteSettings
{
    /// <summary>
    /// A service, such as <c>acme.v1.Orders</c>, or a prefix of paths, such as <c>/acme.</c>; of several that match, the longest counts.
    /// </summary>
    public string Match { get; set => field = value ?? ""; } = "";

    /// <summary>The name of a set in <c>Gateway:Sets</c>, or <c>default</c> for <c>Gateway:Backends</c>.</summary>
    public string Set { get; set => field = value ?? ""; } = "";

    /// <summary>The scope that a client's key needs, or <c>none</c>: then no key is needed. Default admin.</summary>
    [AllowedValues("none", "submit", "read", "admin")]
    public string Scope { get; set; } = "admin";

    /// <summary>
    /// The names of the keys or certificates that may call, and <c>token:SUB</c> for a token's subject, separated by commas. Default none:
    /// all with the scope may.
    /// </summary>
    public string? Clients { get; set; }

    /// <summary>The longest time of a call, streams included. A shorter deadline of the client counts. Default none.</summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "30.00:00:00")]
    public TimeSpan? Timeout { get; set; }

    /// <summary>Bytes of each message of a request, as it is sent. Default none: the service itself limits them.</summary>
    [Range(1, int.MaxValue)]
    public int? MaxRequestMessageBytes { get; set; }

    /// <summary>When a failed call is repeated: the service's own policy, as a service config of gRPC has it.</summary>
    public RetrySettings RetryPolicy { get; set => field = value ?? new(); } = new();
}
