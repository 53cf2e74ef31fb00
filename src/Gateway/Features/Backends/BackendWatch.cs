using System.Net.Sockets;
using Gateway.Features.Upstream;
using Analyzer.Protos.V1;
using Grpc.Core;
using Grpc.Health.V1;
using Grpc.Net.Client;
using HealthClient = Grpc.Health.V1.Health.HealthClient;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Gateway.Features.Backends;

/// <summary>
/// Watches one backend: asks an analyzer to describe itself, then watches its health, and begins again when the connection ends. It keeps
/// its own connection, with an ordinary gRPC client.
/// </summary>
internal sealed partial class BackendWatch(
    Backend backend, BackendPool pool, ConnectionOptions connections, TimeProvider time, ILogger<BackendWatch> logger)
{
    /// <summary>The longest reason of a backend that is logged, in characters: a longer one is not a sentence for a log.</summary>
    private const int MaxReason = 300;

    private const string NoRest = "gRPC calls work, REST needs a newer analyzer.";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>The time between two attempts to reach a backend: short at first, because one that restarts is back soon.</summary>
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan LastPause = TimeSpan.FromMilliseconds(250);

    /// <summary>A service that is not ours describes itself to nobody, and need not have a health service.</summary>
    private static readonly BackendState Foreign = new(Alive: true, Serving: true, RendersJson: false, "It answers.");

    /// <summary>The last store that it named differed from the others'.</summary>
    private bool _isStranger;

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var pause = FirstPause;
        var handler = SocketsUpstream.CreateHandler(connections, new Connections(connections, 0));
        using var channel = GrpcChannel.ForAddress(
            backend.Address, new GrpcChannelOptions { HttpHandler = handler, DisposeHttpClient = true });
        while (!cancellationToken.IsCancellationRequested)
        {
            var began = time.GetTimestamp();
            try
            {
                var described = pool.IsAnalyzers ? await DescribeAsync(new Rpc.AnalyzerClient(channel), cancellationToken) : Foreign;
                await WatchAsync(new HealthClient(channel), described, cancellationToken);
            }
            catch (Exception) when (cancellationToken.IsCancellationRequested)
            {
                return; // a cancellation arrives as RpcException, which says nothing about the backend
            }
            catch (Exception away) when (away is RpcException or HttpRequestException or IOException or OperationCanceledException)
            {
                Set(StateOf(away));
            }

            pause = time.GetElapsedTime(began) > Patience ? FirstPause : pause;
            try
            {
                await Task.Delay(pause, time, cancellationToken);
            }
            catch (OperationCanceledException)
            {
                return;
            }

            pause = pause * 2 < LastPause ? pause * 2 : LastPause;
        }
    }

    private Metadata Credentials => connections.Authorization is { } key ? new() { { ConnectionOptions.AuthorizationName, key } } : [];

    private async Task<BackendState> DescribeAsync(Rpc.AnalyzerClient client, CancellationToken cancellationToken)
    {
        try
        {
            var description = await client.DescribeAsync(
                new DescribeRequest(), Credentials, time.GetUtcNow().UtcDateTime + Patience, cancellationToken);
            var renders = description.Forms.Contains(ReportForm.Json);
            var note = $"{description.Version}, engine {description.Engine}, store {description.Store}";
            return new BackendState(
                Alive: true, Serving: true, renders, renders ? note : $"{note}. It cannot answer in JSON: {NoRest}", description.Store);
        }
        catch (RpcException unknown) when (unknown.StatusCode == StatusCode.Unimplemented)
        {
            return new BackendState(
                Alive: true,
                Serving: true,
                RendersJson: false,
                $"It does not describe itself: {NoRest}");
        }
        catch (RpcException away) when (away.StatusCode == StatusCode.Unavailable && backend.State.Store is not null && IsAnswer(away))
        {
            return backend.State with { Alive = true, Note = away.Status.Detail }; // unchanged, but its store cannot be reached
        }
    }

    private async Task WatchAsync(HealthClient client, BackendState described, CancellationToken cancellationToken)
    {
        _isStranger = described.Store is { } store && !pool.TryClaimStore(backend, store);
        if (_isStranger)
        {
            var note = $"Its store differs from that of the others: {described.Store}. Give all backends the same store.";
            Set(described with { Alive = false, Serving = false, Store = null, Note = note });
            return;
        }

        try
        {
            using var health = client.Watch(
                new HealthCheckRequest(), pool.IsAnalyzers ? [] : Credentials, cancellationToken: cancellationToken);
            while (await health.ResponseStream.MoveNext(cancellationToken))
            {
                var serving = health.ResponseStream.Current.Status == HealthCheckResponse.Types.ServingStatus.Serving;
                Set(described with { Serving = serving });
            }

            Set(described with { Serving = false, Note = "It ended the watch of its health; it is probably stopping." });
        }
        catch (RpcException none) when (none.StatusCode == StatusCode.Unimplemented)
        {
            Set(described); // it has no health service, so it counts as serving while it answers
        }
        catch (RpcException odd) when (!pool.IsAnalyzers && odd.StatusCode != StatusCode.Unavailable && IsAnswer(odd))
        {
            Set(described with { Note = $"{NoteOf(odd)} It counts as serving while it answers." });
        }
    }

    /// <summary>
    /// A backend that answers is alive although it cannot describe itself now, for example because its store cannot be reached: clients get
    /// its own words while no other serves. One that was refused for its store stays refused.
    /// </summary>
    private BackendState StateOf(Exception away) => backend.State with
    {
        Alive = away is RpcException { StatusCode: StatusCode.Unavailable } unable && IsAnswer(unable) && !_isStranger,
        Serving = false,
        Note = NoteOf(away),
    };

    private string NoteOf(Exception away)
    {
        if (away is RpcException refused && IsAnswer(refused))
        {
            var mend = refused.StatusCode is StatusCode.Unauthenticated or StatusCode.PermissionDenied
                && pool.IsAnalyzers ? " Gateway:BackendKey has to be a key of the backend's with the scopes of all clients." : "";
            var reason = refused.Status.Detail is { Length: > 0 and <= MaxReason } detail ? $" It says: {detail}" : "";
            return $"It answers {refused.StatusCode} to the health check.{reason}{mend}";
        }

        var thrown = (away as RpcException)?.Status.DebugException ?? away;
        for (var cause = thrown; cause is not null; cause = cause.InnerException)
        {
            if (cause is SocketException { SocketErrorCode: SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain })
            {
                return "Its name has no address. It is resolved again and again; check it, and the name servers of this machine.";
            }

            if (cause is HttpRequestException { HttpRequestError: HttpRequestError.SecureConnectionError })
            {
                return "Its certificate is not trusted. Set Gateway:BackendAuthority to a file with the authorities to trust.";
            }
        }

        return "It does not answer.";
    }

    /// <summary>Whether the status came from the backend, and not from a client that could not connect.</summary>
    private static bool IsAnswer(RpcException exception) =>
        exception.Status.DebugException is null && exception.StatusCode != StatusCode.DeadlineExceeded;

    private void Set(BackendState state)
    {
        var before = backend.State;
        if (before == state)
        {
            return;
        }

        backend.State = state;
        if (state.Serving)
        {
            Log.Serves(logger, backend.Address, state.Note);
        }
        else
        {
            Log.DoesNotServe(logger, backend.Address, state.Note);
        }
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Information, "Backend {Address} serves: {Note}")]
        public static partial void Serves(ILogger logger, Uri address, string note);

        [LoggerMessage(2, LogLevel.Warning, "Backend {Address} does not serve: {Note}")]
        public static partial void DoesNotServe(ILogger logger, Uri address, string note);
    }
}
