using Hosting.Access;
using System.Globalization;
using System.Text.RegularExpressions;
using Grpc.Core;
using Hosting.Errors;
using Hosting.Web.Api;
using Microsoft.Extensions.Primitives;
using Prober.Engine.Networking;
using Prober.Engine.Probing;
using Prober.Engine.Watching;
using Prober.Features.Probing.Modules;
using Prober.Features.Settings;
using Prober.Features.Targets;
using Prober.Features.Targets.Exposition;

namespace Prober.Features.Probing;

/// <summary><c>/probe?target=&amp;module=</c>: probes at once, like blackbox_exporter.</summary>
internal static partial class ProbingFeature
{
    private const string TimeoutHeader = "X-Prometheus-Scrape-Timeout-Seconds";

    /// <summary>The answer has to arrive before the end of the scrape.</summary>
    private const double Margin = 0.5;

    private const int MaxAtOnce = 256;
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    /// <summary>A failure is no evidence when the prober's own lag took more than this part of the time-out.</summary>
    private const int LagShare = 10;

    private static readonly string[] Kinds = ["http", "tcp", "tls", "ping", "dns", "grpc", "client"];

    private static readonly ErrorKind Forbidden =
        new("not-configured", "The target is not in the configuration", StatusCodes.Status403Forbidden, StatusCode.PermissionDenied);

    private static readonly ErrorKind InvalidArgument =
        new("invalid-argument", "An argument is not valid", StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);

    private static readonly ErrorKind NoEvidence =
        new("no-evidence", "The state of the target is unknown", StatusCodes.Status503ServiceUnavailable, StatusCode.Unavailable);

    public static void AddProbing(this IServiceCollection services)
    {
        services.AddSingleton<ProbeFinder>();
        services.AddSingleton<ModuleList>();
        services.AddKeyedSingleton<SemaphoreSlim>(typeof(ProbingFeature), (_, _) => new(MaxAtOnce));
    }

    public static void MapProbing(this IEndpointRouteBuilder routes) =>
        routes.MapGet("/probe", ProbeAsync).RequireScope(Scopes.Metrics).Describe(TargetsApi.Probe);

    private static async Task<IResult> ProbeAsync(
        string? target,
        string? module,
        HttpContext context,
        bool? debug,
        string? hostname,
        ProbeFinder finder,
        ModuleList modules,
        ProbeNetwork network,
        ProbeEngine engine,
        [FromKeyedServices(typeof(ProbingFeature))] SemaphoreSlim places,
        CancellationToken cancellationToken)
    {
        var named = string.IsNullOrEmpty(module) ? null : modules.Find(module);
        if (string.IsNullOrEmpty(target) || (named is null && !string.IsNullOrEmpty(module) && !Kinds.Contains(module)))
        {
            var known = string.Join(", ", modules.Names);
            return new Error(
                InvalidArgument,
                $"target has to be a name or an endpoint, and module a kind ({string.Join(", ", Kinds)}) or one of {known}.")
                .ToProblem(context);
        }

        if (named?.Unsupported is { } unsupported)
        {
            return new Error(InvalidArgument, $"This prober cannot use the module {module}: {unsupported}.").ToProblem(context);
        }

        var site = string.IsNullOrEmpty(hostname) ? null : hostname;
        if (site is not null && (named is not { TakesSite: true } || !HostHeader().IsMatch(site)))
        {
            return new Error(
                InvalidArgument, "hostname is the name of a site, as in the header Host, and needs a module of http or tcp.")
                .ToProblem(context);
        }

        if ((named is null ? finder.Find(target, module ?? "") : finder.Find(target, named, site)) is not { } definition)
        {
            return (finder.IsOpen
                ? new Error(InvalidArgument, $"The configuration has no such target, and other targets need a URL of {TargetUrl.Schemes}.")
                : new Error(Forbidden, "The configuration has no such target. To allow others, set Prober:OpenProbe=true."))
                .ToProblem(context);
        }

        if (!await places.WaitAsync(TimeSpan.Zero, cancellationToken))
        {
            return new Error(NoEvidence, $"{MaxAtOnce} such probes are under way. Try again in a second.", RetryAfter)
                .ToProblem(context);
        }

        try
        {
            var timeout = TimeoutOf(context.Request.Headers[TimeoutHeader], definition.Timeout);
            var result = await ProbeRunner.RunAsync(
                definition.Probe, network, timeout, definition.AlwaysResolves, cancellationToken);
            if (debug != true && (!result.Failure.IsEvidence() || (!result.IsGood && engine.Connectivity.HasCanaries
                    && !await engine.Connectivity.WorksAsync(CancellationToken.None)) // shared, so that no caller ends it
                || (!result.IsGood && engine.LagOver(result.Duration) > timeout / LagShare)))
            {
                // Without a sample, no alert mistakes the prober's own trouble for the target's.
                return new Error(NoEvidence, $"The prober itself is in trouble. It saw: {result.Message}", RetryAfter)
                    .ToProblem(context);
            }

            var steps = debug == true ? ProbeSteps.Of(definition, module, result, timeout) : "";
            await TargetSeries.WriteAsync(context.Response, definition.Kind, result, steps, cancellationToken);
            return Results.Empty;
        }
        finally
        {
            places.Release();
        }
    }

    [GeneratedRegex(@"^[A-Za-z0-9._:\[\]-]{1,255}$")]
    private static partial Regex HostHeader();

    private static TimeSpan TimeoutOf(StringValues header, TimeSpan own) =>
        double.TryParse(header, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds)
        && seconds > Margin && seconds - Margin < own.TotalSeconds
            ? TimeSpan.FromSeconds(seconds - Margin)
            : own;
}
