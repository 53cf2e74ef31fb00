namespace Prober.Engine.Probing;

/// <summary>A way to probe one target. It is immutable, and holds nothing open between its probes.</summary>
public interface IProbe
{
    /// <summary>Such as <c>http</c>.</summary>
    string Kind { get; }

    /// <summary>The probed endpoint, for a person; without credentials.</summary>
    string Endpoint { get; }

    /// <summary>The destination of the probes: the number of probes at once to one destination is limited.</summary>
    string Destination { get; }

    /// <summary>Probes once. Whatever the target does is a result. It returns soon after the call has ended.</summary>
    Task<ProbeResult> ProbeAsync(ProbeCall call);
}
