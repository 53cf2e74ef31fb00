namespace Prober.Engine.Probing;

/// <summary>A way to look at one target. It is immutable, and holds nothing open between its probes.</summary>
public interface IProbe
{
    /// <summary>Such as <c>http</c>.</summary>
    string Kind { get; }

    /// <summary>What is probed, for a person; without credentials.</summary>
    string Endpoint { get; }

    /// <summary>Whom the probes reach: few may be under way to one destination.</summary>
    string Destination { get; }

    /// <summary>Looks once. Whatever the target does is a result; it ends soon after the call is over.</summary>
    Task<ProbeResult> ProbeAsync(ProbeCall call);
}
