namespace Analyzer.Service.Features.Ceilings;

/// <summary>What the lab does to the service to see what comes of it.</summary>
internal static class Handicaps
{
    public static void UseHandicaps(this WebApplication app)
    {
        var options = CeilingsOptions.From(app.Configuration);
        if (!options.Enabled)
        {
            return;
        }

        if (options.MinWorkerThreads is { } minimum && !ThreadPool.SetMinThreads(minimum, minimum))
        {
            throw new InvalidOperationException($"The thread pool did not take {minimum} as its minimum.");
        }

        if (options.SlowdownPercent > 0)
        {
            var slowdown = new Slowdown(options.SlowdownPercent, app.Lifetime.ApplicationStopping);
            app.Lifetime.ApplicationStarted.Register(slowdown.Start);
        }

        if (options.BlockMilliseconds > 0)
        {
            app.UseWhen(context => !context.Request.Path.StartsWithSegments("/ceilings"), branch => branch.Use((context, next) =>
            {
                // On purpose the wrong way: this is what the experiment is about.
                Thread.Sleep(options.BlockMilliseconds);
                return next(context);
            }));
        }
    }
}
