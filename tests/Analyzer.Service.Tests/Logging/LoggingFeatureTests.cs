using Analyzer.Service.Features.Logging;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Console;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Tests.Logging;

public sealed class LoggingFeatureTests
{
    [Theory]
    [InlineData("json", JsonLineFormatter.FormatterName)]
    [InlineData("text", null)]
    public async Task LogFormat_Set_ChoosesTheFormatter(string format, string? formatter)
    {
        await using var app = Build(format);

        app.Services.GetRequiredService<IOptionsMonitor<ConsoleLoggerOptions>>().CurrentValue.FormatterName.ShouldBe(formatter);
        app.Services.GetServices<ConsoleFormatter>().ShouldContain(one => one.Name == JsonLineFormatter.FormatterName);
    }

    [Fact]
    public void LogFormat_Unknown_IsRefusedAtTheStart() =>
        Should.Throw<OptionsValidationException>(() => Build("xml")).Message.ShouldContain("LogFormat");

    private static WebApplication Build(string format)
    {
        var builder = WebApplication.CreateBuilder([$"--Analyzer:LogFormat={format}"]);
        builder.AddAnalyzer();
        return builder.Build();
    }
}
