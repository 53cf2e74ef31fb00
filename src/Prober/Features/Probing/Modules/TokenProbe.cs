using Prober.Engine.Probing;

namespace Prober.Features.Probing.Modules;

/// <summary>A probe that shows a token. Where there is none, the target was not asked, and nothing is known of it.</summary>
/// <param name="make">Makes the probe with a token.</param>
internal sealed class TokenProbe(ClientTokens tokens, Func<string, IProbe> make) : IProbe
{
    private readonly IProbe _like = make("");

    public string Kind => _like.Kind;

    public string Endpoint => _like.Endpoint;

    public string Destination => _like.Destination;

    public async Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        string problem;
        try
        {
            (var token, problem) = await tokens.GetAsync(call.Network.Time, call.Token);
            if (token is not null)
            {
                return await make(token).ProbeAsync(call);
            }
        }
        catch (OperationCanceledException) when (call.IsOver)
        {
            problem = "its server did not answer in time";
        }

        return call.Result.Fail(FailureClass.Setup, $"There is no token for the target: {problem}.");
    }
}
