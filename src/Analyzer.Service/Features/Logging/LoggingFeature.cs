using Microsoft.Extensions.Logging.Console;

namespace Analyzer.Service.Features.Logging;

/// <summary>The log on the console: text for a person, or with <see cref="AnalyzerOptions.LogFormat"/> JSON for a machine.</summary>
internal static class LoggingFeature
{
    public static void AddAnalyzerLogging(this WebApplicationBuilder builder)
    {
        builder.Logging.AddConsoleFormatter<JsonLineFormatter, ConsoleFormatterOptions>();
        if (builder.Configuration.GetSection(AnalyzerOptions.Section).Get<AnalyzerOptions>()?.LogFormat == LogFormat.Json)
        {
            builder.Logging.AddConsole(options => options.FormatterName = JsonLineFormatter.FormatterName);
        }
    }
}
