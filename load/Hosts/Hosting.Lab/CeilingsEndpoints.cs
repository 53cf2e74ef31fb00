using System.Security.Cryptography;
using Hosting.Settings;

namespace Hosting.Lab;

/// <summary>Endpoints that do less than a product's, step by step: the difference is what a step costs.</summary>
internal static class CeilingsEndpoints
{
    public static void MapCeilings(this WebApplication app, CeilingsOptions options)
    {
        // No store, no argument: the ceiling of a look-up.
        app.MapGet("/ceilings/empty", () => TypedResults.Text("ok")).ExcludeFromDescription();

        var facts = BuildFacts.Of(
            app.Services.GetRequiredService<HostDescription>(), app.Configuration, app.Services.GetServices<Setting>());
        app.MapGet("/ceilings/process", () => TypedResults.Json(ProcessCounters.Read())).ExcludeFromDescription();
        app.MapGet("/ceilings/build", () => TypedResults.Json(facts)).ExcludeFromDescription();
        if (options.WatchPool)
        {
            var sampler = new ThreadPoolSampler(app.Services.GetRequiredService<TimeProvider>(), app.Lifetime.ApplicationStopping);
            app.Lifetime.ApplicationStarted.Register(sampler.Start);
            app.MapGet("/ceilings/pool", () => TypedResults.Json(sampler.Take())).ExcludeFromDescription();
        }

        app.MapPost("/ceilings/null", context => context.AnswerSizeAsync(NullAsync)).ExcludeFromDescription();
        app.MapPost("/ceilings/hash", context => context.AnswerSizeAsync(HashAsync)).ExcludeFromDescription();
    }

    private static Task<long> NullAsync(HttpContext context) => context.ReadAllAsync(static _ => { });

    private static async Task<long> HashAsync(HttpContext context)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var size = await context.ReadAllAsync(segment => hash.AppendData(segment));
        hash.GetHashAndReset();
        return size;
    }
}
