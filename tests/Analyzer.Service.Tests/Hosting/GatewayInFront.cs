using Gateway.Tests.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace Analyzer.Service.Tests.Hosting;

/// <summary>Apart from the host, which the page's tests start too: they know no gateway.</summary>
internal static class GatewayInFront
{
    /// <param name="host">The analyzer.</param>
    /// <param name="configure">What no setting of the gateway can say.</param>
    public static Task<GatewayHost> GatewayAsync(this AnalyzerHost host, Action<IServiceCollection>? configure = null) =>
        // It waits longer than any of the tests' time-outs of the analyzer, whose word is what they look for.
        host.FrontAsync(() => GatewayHost.StartAsync([host.Http2], configure ?? (_ => { }), "AnswerTimeout=00:10:00"));

    /// <summary>The service itself, and the gateway before it: what a client gets is the same.</summary>
    public static async Task<IReadOnlyList<Way>> WaysAsync(this AnalyzerHost host, Action<IServiceCollection>? configure = null)
    {
        var gateway = await host.GatewayAsync(configure);
        return [new("direct", host.Http1, host.Http2), new("through the gateway", gateway.Http1, gateway.Http2)];
    }
}

internal sealed record Way(string Name, Uri Http1, Uri Http2);
