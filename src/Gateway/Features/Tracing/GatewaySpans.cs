using System.Diagnostics;

namespace Gateway.Features.Tracing;

/// <summary>The gateway's spans: one for each call of a client.</summary>
internal static class GatewaySpans
{
    private const string Backend = "gateway.backend";
    private const string Attempts = "gateway.attempts";

    public static ActivitySource Source { get; } = new("Gateway");

    /// <summary>Tags the span of the current call, if somebody listens, with the backend that has it now.</summary>
    /// <param name="backend">Its address.</param>
    /// <param name="attempts">Including this one.</param>
    public static void Tried(Uri backend, int attempts)
    {
        if (Activity.Current is { } span && span.Source == Source)
        {
            span.SetTag(Backend, backend.Authority).SetTag(Attempts, attempts);
        }
    }
}
