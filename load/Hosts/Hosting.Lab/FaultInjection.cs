namespace Hosting.Lab;

/// <summary>Faults that the lab adds to a host, to see their effect.</summary>
internal static class FaultInjection
{
    public static void UseFaultInjection(this WebApplication app, CeilingsOptions options)
    {
        if (options.MinWorkerThreads is { } minimum && !ThreadPool.SetMinThreads(minimum, minimum))
        {
            throw new InvalidOperationException($"The thread pool did not take {minimum} as its minimum.");
        }

        if (options.SlowdownPercent > 0)
        {
            var burner = new CpuBurner(options.SlowdownPercent, app.Lifetime.ApplicationStopping);
            app.Lifetime.ApplicationStarted.Register(burner.Start);
        }

        if (options.BlockMilliseconds > 0)
        {
            app.UseWhen(context => !IsCeiling(context.Request), branch => branch.Use((context, next) =>
            {
#pragma warning disable RS0030 // On purpose the wrong way: blocking a pool thread is what the experiment is about.
                Thread.Sleep(options.BlockMilliseconds);
#pragma warning restore RS0030
                return next(context);
            }));
        }
    }

    private static bool IsCeiling(HttpRequest request) => request.Path.StartsWithSegments("/ceilings", StringComparison.OrdinalIgnoreCase);
}
