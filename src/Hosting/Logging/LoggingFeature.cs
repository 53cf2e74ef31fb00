using Hosting.Settings;
using Microsoft.Extensions.Configuration.Memory;
using Microsoft.Extensions.Logging.Console;
using Microsoft.Extensions.Options;

namespace Hosting.Logging;

/// <summary>The log on the console: text for a person, or with <see cref="HostSettings.LogFormat"/> JSON for a machine.</summary>
internal static class LoggingFeature
{
    /// <exception cref="InvalidDataException">The settings name a level, or a format, that there is not.</exception>
    public static void AddLogging(this WebApplicationBuilder builder)
    {
        LogLevels.Check(builder.Configuration);

        // The lowest level of all sources, so that any configuration overrides it. The framework's request log costs more than a look-up;
        // gRPC's, with a stack trace, a sixth of a refusal, and a flood of refusals would fill the log; the poller of the health checks
        // repeats an error every few seconds, which readiness, the metrics and each request report too.
        builder.Configuration.Sources.Insert(0, new MemoryConfigurationSource
        {
            InitialData =
            [
                new("Logging:LogLevel:Default", "Information"),
                new("Logging:LogLevel:Microsoft.AspNetCore", "Warning"),
                new("Logging:LogLevel:Microsoft.Extensions.Diagnostics.HealthChecks", "Critical"),

                // Errors of clients are not logged, because the clients get them: a flood of them must not fill the log.
                new("Logging:LogLevel:Grpc", "Error"),
                new("Logging:LogLevel:Microsoft.AspNetCore.Server.Kestrel.Http2", "None"),

                // By default the framework blocks when 2,500 lines wait, so that a stopped terminal, or a pipe that nobody reads, would
                // stop the server. Here lines are dropped instead, and the console says how many.
                new("Logging:Console:QueueFullMode", nameof(ConsoleLoggerQueueFullMode.DropWrite)),
                new("Logging:Console:FormatterOptions:TimestampFormat", "yyyy-MM-ddTHH:mm:ss.fffZ "),
                new("Logging:Console:FormatterOptions:UseUtcTimestamp", "true"),
            ],
        });
        // The blank that parts the time from a text has no part in the framework's own JSON.
        builder.Services.PostConfigure<JsonConsoleFormatterOptions>(json => json.TimestampFormat = json.TimestampFormat?.TrimEnd());
        builder.Logging.AddConsoleFormatter<JsonLineFormatter, ConsoleFormatterOptions>();
        builder.Services.AddOptions<ConsoleLoggerOptions>().PostConfigure<IOptions<HostSettings>>((console, settings) =>
        {
            // After systemd's own format, which has no JSON.
            // Without a name the framework's formatter takes its options from elsewhere, and writes no time.
            console.FormatterName = settings.Value.LogFormat == HostSettings.Json
                ? JsonLineFormatter.FormatterName : console.FormatterName ?? ConsoleFormatterNames.Simple;
        });
    }
}
