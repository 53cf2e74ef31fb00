using System.Net;
using Load.Machine;

namespace Load.Systems.Analyzer.Service;

/// <summary>A service that the lab did not start (<c>--target</c>): it is asked, not looked into, and left running.</summary>
internal sealed class RemoteService : IObservedProcess
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

    private RemoteService(Target target) => (Http, Grpc) = (target.Http, target.Grpc);

    /// <summary>HTTP/1.1.</summary>
    public Uri Http { get; }

    /// <summary>HTTP/2, in cleartext unless it is https.</summary>
    public Uri Grpc { get; }

    public string Name => ServiceProcess.AssemblyName;

    public ProcessUsage? Usage => null;

    public bool HasExited => false;

    public Uri? Metrics => new(Http, "/metrics");

    /// <param name="target">Its address.</param>
    /// <param name="cancellationToken">Ends the wait for its answer.</param>
    /// <exception cref="LabException">It does not answer that it is ready.</exception>
    public static async Task<RemoteService> ConnectAsync(Target target, CancellationToken cancellationToken)
    {
        await RequireReadyAsync("--target", target.Http, HttpVersion.Version11, cancellationToken);
        if (target.NeedsHttp2)
        {
            await RequireReadyAsync("--target-grpc", target.Grpc, HttpVersion.Version20, cancellationToken);
        }

        return new RemoteService(target);
    }

    private static async Task RequireReadyAsync(string option, Uri address, Version version, CancellationToken cancellationToken)
    {
        using var client = new HttpClient { Timeout = Timeout };
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(address, "/healthz/ready"))
        {
            Version = version,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        try
        {
            using var response = await client.SendAsync(request, cancellationToken);
            if (response.StatusCode != HttpStatusCode.OK)
            {
                throw new LabException(
                    $"{option} {address}: the service answered {(int)response.StatusCode} when asked whether it is ready " +
                    "(/healthz/ready).");
            }
        }
        catch (HttpRequestException exception)
        {
            throw new LabException(
                $"{option} {address}: no service can be reached there over HTTP/{version}: " +
                (exception.InnerException ?? exception).Message +
                (exception.HttpRequestError == HttpRequestError.SecureConnectionError
                    ? " The address of a service without TLS begins with http://." : ""));
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LabException($"{option} {address}: no answer within {Timeout.TotalSeconds} s.");
        }
    }
}
