using System.Text;
using Hosting.Settings;
using Microsoft.Extensions.Options;
using Microsoft.Win32.SafeHandles;

namespace Hosting.Limits;

/// <summary>Says at the start that the system allows too few open handles for what the settings allow.</summary>
internal static partial class HandleCheck
{
    /// <summary>
    /// For all but clients: each assembly (an idle analyzer has about 290 of them open), files, connections to others, and connections
    /// that are being closed.
    /// </summary>
    private const int Others = 512;

    private const int StandardError = 2;

    /// <summary>
    /// With fewer handles than its assemblies take, the runtime says that a file is missing, and ends with a stack trace: asked first, a
    /// host can say what it needs.
    /// </summary>
    /// <param name="limit">Null if there is none, or none is known.</param>
    /// <returns>In a sentence; null when a host can start.</returns>
    public static string? Problem(int? limit) => limit < Others
        ? $"The system allows {limit} open handles, and the program alone needs {Others}: raise the limit (LimitNOFILE in the unit, "
            + "ulimit -n in a shell)."
        : null;

    /// <summary>Writes to standard error without .NET's console, which opens files of its own.</summary>
    public static void Write(string text)
    {
        using var error = new FileStream(new SafeFileHandle(StandardError, ownsHandle: false), FileAccess.Write, bufferSize: 1);
        error.Write(Encoding.UTF8.GetBytes($"{text}\n"));
    }

    public static void TellHandles(this WebApplication app)
    {
        var connections = app.Services.GetRequiredService<IOptions<ClientLimits>>().Value.MaxConnections;
        Tell(app.Logger, app.Services.GetRequiredService<HostDescription>(), connections, HandleLimit.Read());
    }

    /// <param name="logger">Gets the warning.</param>
    /// <param name="host">Its names.</param>
    /// <param name="connections">As many as clients may have.</param>
    /// <param name="limit">Null if there is none, or none is known.</param>
    internal static void Tell(ILogger logger, HostDescription host, int connections, int? limit)
    {
        if (Needed(connections) > limit)
        {
            var key = host.Key($"{ClientLimits.Section}:{nameof(ClientLimits.MaxConnections)}");
            Log.TooFew(logger, limit.Value, Needed(connections), key, connections);
        }
    }

    internal static int Needed(int connections) => connections + Others;

    private static partial class Log
    {
        [LoggerMessage(
            5, LogLevel.Warning, "The system allows {Limit} open handles, and {Needed} are needed with {Key}={Connections}: raise the "
                + "limit (LimitNOFILE in the unit, ulimit -n in a shell), or lower the setting. Until then clients may be refused.")]
        public static partial void TooFew(ILogger logger, int limit, int needed, string key, int connections);
    }
}
