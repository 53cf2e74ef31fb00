using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Hosting.Lifetime;

/// <summary>
/// Stops a program when its standard input ends. A parent that starts it with a pipe there takes it along, however suddenly the parent
/// dies: the system closes the pipe, on Windows as elsewhere, even where the parent could not run a single instruction any more.
/// </summary>
public static class ParentWatchdog
{
    /// <summary>Watches when <see cref="HostSettings.StopAtEndOfInput"/> says so.</summary>
    internal static void UseParentWatchdog(this WebApplication app)
    {
        if (app.Services.GetRequiredService<IOptions<HostSettings>>().Value.StopAtEndOfInput)
        {
            app.Lifetime.ApplicationStarted.Register(() => Watch(Console.OpenStandardInput(), app.Lifetime.StopApplication));
        }
    }

    /// <returns>Cancelled when the standard input of this process has ended; for a program that is no host.</returns>
    public static CancellationToken Watch()
    {
        var stop = new CancellationTokenSource(); // as long as the process: the end of the input may come at any time
        Watch(Console.OpenStandardInput(), stop.Cancel);
        return stop.Token;
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
