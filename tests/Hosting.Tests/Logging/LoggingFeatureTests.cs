using System.Globalization;
using Hosting.Logging;
using Hosting.Tests.Hello;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Console;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Logging;

public sealed class LoggingFeatureTests
{
    [Theory]
    [InlineData("json", JsonLineFormatter.FormatterName)]
    [InlineData("text", ConsoleFormatterNames.Simple)]
    public async Task LogFormat_Set_ChoosesTheFormatter(string format, string formatter)
    {
        await using var app = HelloHost.Build(new LogSink(), $"LogFormat={format}");

        app.Services.GetRequiredService<IOptionsMonitor<ConsoleLoggerOptions>>().CurrentValue.FormatterName.ShouldBe(formatter);
        app.Services.GetServices<ConsoleFormatter>().ShouldContain(one => one.Name == JsonLineFormatter.FormatterName);
    }

    [Fact]
    public async Task Text_ByDefault_HasATimeInUtc()
    {
        await using var app = HelloHost.Build(new LogSink());

        var options = app.Services.GetRequiredService<IOptionsMonitor<SimpleConsoleFormatterOptions>>().CurrentValue;
        new DateTime(2026, 11, 26, 7, 8, 9, 10).ToString(options.TimestampFormat, CultureInfo.InvariantCulture)
            .ShouldBe("2026-11-26T07:08:09.010Z ");
        options.UseUtcTimestamp.ShouldBeTrue();
    }

    /// <summary>Chosen by <c>Logging:Console:FormatterName</c>; the blank is one of the text.</summary>
    [Fact]
    public async Task Json_OfTheFramework_HasATimeWithoutABlank()
    {
        await using var app = HelloHost.Build(new LogSink());

        app.Services.GetRequiredService<IOptionsMonitor<JsonConsoleFormatterOptions>>().CurrentValue.TimestampFormat
            .ShouldBe("yyyy-MM-ddTHH:mm:ss.fffZ");
    }

    [Fact]
    public async Task Console_ThatNobodyReads_StopsNobody()
    {
        await using var app = HelloHost.Build(new LogSink());

        app.Services.GetRequiredService<IOptionsMonitor<ConsoleLoggerOptions>>().CurrentValue.QueueFullMode
            .ShouldBe(ConsoleLoggerQueueFullMode.DropWrite);
    }
}
