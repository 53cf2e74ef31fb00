namespace Gateway.Features.Routing;

/// <summary>Stops repeats while most calls fail, so that they do not add to the load of a service that is down (gRFC A6).</summary>
internal sealed class RetryThrottle(int maxTokens, double ratio)
{
    private readonly Lock _gate = new();
    private double _tokens = maxTokens;

    public void Succeeded()
    {
        lock (_gate)
        {
            _tokens = Math.Min(maxTokens, _tokens + ratio);
        }
    }

    /// <returns>Whether calls may be repeated.</returns>
    public bool Failed()
    {
        lock (_gate)
        {
            _tokens = Math.Max(0, _tokens - 1);
            return _tokens > maxTokens / 2.0;
        }
    }
}
