using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Hosting.Lifetime;

/// <summary>
/// Stops a program when its standard input ends. A parent that gives its child a pipe as input so ends the child when it dies, however
/// suddenly: the system closes the pipe, on Windows too, even if the parent cannot execute anything any more.
/// </summary>
public static class ParentWatchdog
{
    /// <summary>Watches if <see cref="HostSettings.StopAtEndOfInput"/> is set.</summary>
    internal static void UseParentWatchdog(this WebApplication app)
    {
        if (app.Services.GetRequiredService<IOptions<HostSettings>>().Value.StopAtEndOfInput)
        {
            app.Lifetime.ApplicationStarted.Register(() => Watch(Console.OpenStandardInput(), () =>
            {
                app.Services.GetRequiredService<StopReason>().Give($"its standard input ended ({nameof(HostSettings.StopAtEndOfInput)})");
                app.Lifetime.StopApplication();
            }));
        }
    }

    /// <returns>A token that is cancelled when the standard input of this process ends; for programs that are not hosts.</returns>
    public static CancellationToken Watch()
    {
        var stop = new CancellationTokenSource(); // as long as the process: the end of the input may come at any time
        Watch(Console.OpenStandardInput(), stop.Cancel);
        return stop.Token;
    }

    /// <param name="input">Read to its end on its own thread; the content does not matter.</param>
    /// <param name="ended">Called once, when it has ended or broken.</param>
    internal static void Watch(Stream input, Action ended) => new Thread(() =>
    {
        // The read may block without regard to a token: a background thread does not keep the process alive.
        try
        {
            input.CopyTo(Stream.Null);
        }
        catch (IOException)
        {
            // A broken pipe has ended too.
        }

        ended();
    })
    {
        IsBackground = true,
        Name = "Input",
    }.Start();
}
