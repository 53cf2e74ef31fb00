using System.Net;
using Hosting;
using Hosting.Access;
using Hosting.Limits;
using Hosting.Listeners;
using Hosting.Settings;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Microbenchmarks;

/// <summary>
/// What it takes a host to ask a request for its key and to let it in or not (<c>dotnet run --project load/Microbenchmarks -- access</c>):
/// routing, all that a host has to keep somebody out, and an endpoint that does nothing, without a network. The cases take turns of a few
/// milliseconds, and are compared within each round, so that whatever disturbs one disturbs the others.
/// </summary>
internal static class AccessCosts
{
    private const int RequestsOfATurn = 1000;
    private const int WarmUps = 50;
    private const int Rounds = 301;

    private static readonly HostDescription Host = new("hello", "Hello", "Greets nobody.", typeof(AccessCosts).Assembly);
    private static readonly CpuClock Clock = new();

    public static void Print()
    {
        var folder = Directory.CreateTempSubdirectory("microbenchmarks-");
        try
        {
            var file = new KeyFile(Path.Combine(folder.FullName, "keys.json"));
            var key = AccessKey.Create("reader", Scopes.Read, DateTimeOffset.UnixEpoch, expires: null, out var right);
            _ = AccessKey.Create("stranger", Scopes.Read, DateTimeOffset.UnixEpoch, expires: null, out var wrong);
            file.ChangeAsync(_ => [key], CancellationToken.None).GetAwaiter().GetResult();
            using var open = new Door($"--{Host.Key("Metrics")}=true");
            using var kept = new Door($"--{Host.Key("Keys")}={file.Path}");
            Print(
                ("no keys are asked for", () => open.Pass(right, StatusCodes.Status204NoContent)),
                ("a right key", () => kept.Pass(right, StatusCodes.Status204NoContent)),
                ("a wrong key", () => kept.Pass(wrong, StatusCodes.Status401Unauthorized)));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static void Print(params (string Name, Action Turn)[] cases)
    {
        var rounds = Enumerable.Range(0, WarmUps + Rounds).Select(_ => cases.Select(one => Time(one.Turn)).ToArray()).ToArray()[WarmUps..];
        Console.WriteLine("Processor time of a request, and beyond that of one without keys; median and middle half:");
        for (var i = 0; i < cases.Length; i++)
        {
            var times = rounds.Select(round => round[i]).Order().ToArray();
            var beyond = rounds.Select(round => round[i] - round[0]).Order().ToArray();
            Console.WriteLine(
                $"{cases[i].Name,-22} {times[Rounds / 2],5:0} ns; beyond {beyond[Rounds / 2],5:0} ns "
                + $"({beyond[Rounds / 4]:0} to {beyond[Rounds * 3 / 4]:0})");
        }
    }

    /// <returns>Nanoseconds of a request.</returns>
    private static double Time(Action turn)
    {
        var start = Clock.GetTimestamp();
        turn();
        return (Clock.GetTimestamp() - start) * (double)TimeSpan.NanosecondsPerTick / RequestsOfATurn;
    }

    /// <summary>A host that is not started.</summary>
    private sealed class Door : IDisposable
    {
        private readonly WebApplication _app;
        private readonly RequestDelegate _pass;
        private readonly IServiceScopeFactory _scopes;

        public Door(string setting)
        {
            var builder = WebApplication.CreateBuilder([setting]);
            builder.Services.AddHostSettings(Host).AddListeners(Listener.Http1("HttpPort", 0));
            builder.AddHost();
            builder.Logging.ClearProviders();
            _app = builder.Build();
            _app.UseRouting();
            _app.UseAccess();
            _app.UseLimits();
            _app.UsePolicies();
            _app.MapGet("/nothing", (HttpContext context) =>
            {
                context.Response.StatusCode = StatusCodes.Status204NoContent;
                return Task.CompletedTask;
            }).RequireScope(Scopes.Read);
            _app.UseEndpoints(_ => { });
            _pass = ((IApplicationBuilder)_app).Build();
            _scopes = _app.Services.GetRequiredService<IServiceScopeFactory>();
        }

        public void Pass(string key, int expected)
        {
            for (var i = 0; i < RequestsOfATurn; i++)
            {
                var context = new DefaultHttpContext { ServiceScopeFactory = _scopes };
                (context.Request.Method, context.Request.Path, context.Request.Host) = ("GET", "/nothing", new HostString("localhost"));
                context.Request.Headers[KeyAuthentication.HeaderName] = key;
                context.Connection.RemoteIpAddress = IPAddress.Loopback;
                context.Features.Set(Host); // as a listener has it
                _pass(context).GetAwaiter().GetResult();
                (context.Features.Get<IServiceProvidersFeature>() as IDisposable)?.Dispose();
                if (context.Response.StatusCode != expected)
                {
                    throw new InvalidOperationException($"{context.Response.StatusCode} came instead of {expected}.");
                }
            }
        }

        public void Dispose() => ((IDisposable)_app).Dispose();
    }
}
