namespace Analyzer.Service.Features.Lifetime;

/// <summary>
/// Stops the service when its standard input ends. Who starts it with a pipe there and dies, however suddenly, takes it along: the system closes
/// the pipe, on Windows as elsewhere, even where the parent could not run a single instruction any more.
/// </summary>
internal static class InputWatch
{
    /// <summary>Watches when <see cref="AnalyzerOptions.StopAtEndOfInput"/> says so.</summary>
    public static void UseInputWatch(this WebApplication app)
    {
        if (app.Configuration.GetSection(AnalyzerOptions.Section).GetValue<bool>(nameof(AnalyzerOptions.StopAtEndOfInput)))
        {
            app.Lifetime.ApplicationStarted.Register(() => Watch(Console.OpenStandardInput(), app.Lifetime.StopApplication));
        }
    }

    /// <param name="input">Read to its end on a thread of its own; what comes is of no interest.</param>
    /// <param name="ended">Called once, when it has ended or broken.</param>
    internal static void Watch(Stream input, Action ended) => new Thread(() =>
    {
        // Where reading blocks, no token ends it: a background thread does not keep the process.
        try
        {
            input.CopyTo(Stream.Null);
        }
        catch (IOException)
        {
            // A pipe that breaks has ended too.
        }

        ended();
    })
    {
        IsBackground = true,
        Name = "Input",
    }.Start();
}
