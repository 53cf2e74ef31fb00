using System.Collections.Concurrent;
using System.Text.Json;
using Crash.Faults;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Logging;

namespace Crash.Systems.Prober;

/// <summary>Targets that go up and down on request, and the receiver of the prober's messages, on one port of the lab.</summary>
internal sealed class CrashTargets : IAsyncDisposable
{
    /// <summary>The targets of each worker: while the others have their turn, one rests.</summary>
    private const int Each = 12;

    /// <summary>
    /// The number of probes from one change to the next. A target that changes more often is flapping, and causes no more messages.
    /// </summary>
    private const int Rest = 5;

    private readonly ConcurrentDictionary<string, bool> _down = new();
    private readonly ConcurrentDictionary<string, int> _probes = new();
    private readonly ConcurrentDictionary<string, int> _restedAt = new();
    private readonly WebApplication _app;

    private CrashTargets(WebApplication app, CrashReceiver receiver) => (_app, Receiver) = (app, receiver);

    public CrashReceiver Receiver { get; }

    public static async Task<CrashTargets> StartAsync(Ledger<ToldChange> ledger, Counters counters, CancellationToken cancellationToken)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var targets = new CrashTargets(builder.Build(), new(ledger, counters));
        targets._app.MapGet("/targets/{name}", targets.Answer);
        targets._app.MapPost("/told", (JsonElement message, HttpRequest request) =>
            TypedResults.StatusCode(targets.Receiver.Take(request.Headers["Idempotency-Key"].ToString(), message)
                ? StatusCodes.Status204NoContent
                : StatusCodes.Status500InternalServerError));
        await targets._app.StartAsync(cancellationToken);
        return targets;
    }

    public static IReadOnlyList<string> NamesOf(int worker) => [.. Enumerable.Range(0, Each).Select(number => $"w{worker}-{number}")];

    public bool IsDown(string name) => _down.GetValueOrDefault(name);

    /// <summary>Whether it has been probed often enough since its last turn.</summary>
    public bool IsRested(string name) => _probes.GetValueOrDefault(name) >= _restedAt.GetValueOrDefault(name);

    public void Turn(string name)
    {
        _restedAt[name] = _probes.GetValueOrDefault(name) + Rest;
        _down[name] = !IsDown(name);
    }

    /// <summary>
    /// The prober's file. Each worker has a notifier of its own, so that no number of changes at once is joined into one message.
    /// </summary>
    public string Configuration(int workers)
    {
        var address = _app.Urls.Single();
        var all = Enumerable.Range(0, workers).ToList();
        var targets = all.SelectMany(worker => NamesOf(worker), (worker, name) =>
            $"  - {{ name: {name}, url: {address}/targets/{name}, success_code: [[200, 299]], channels: [w{worker}] }}");
        var notifiers = all.Select(worker =>
            $"    - {{ name: w{worker}, url: {address}/told, channels: [w{worker}], retry: {{ times: 100, interval: 1s }} }}");
        return $"""
            settings: {"{ probe: { interval: 1s, timeout: 1s } }"}
            http:
            {string.Join('\n', targets)}
            notify:
              http:
            {string.Join('\n', notifiers)}
            """;
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    private StatusCodeHttpResult Answer(string name)
    {
        _probes.AddOrUpdate(name, 1, (_, count) => count + 1);
        return TypedResults.StatusCode(IsDown(name) ? StatusCodes.Status503ServiceUnavailable : StatusCodes.Status204NoContent);
    }
}
