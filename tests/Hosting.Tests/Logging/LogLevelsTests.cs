using Hosting.Tests.Hello;

namespace Hosting.Tests.Logging;

/// <summary>Levels as other programs name them: the framework would end the host with a stack trace that names no key.</summary>
public sealed class LogLevelsTests
{
    private const string All = "there are Trace, Debug, Information, Warning, Error, Critical, None.";

    [Theory]
    [InlineData("Logging:LogLevel:Default=Info", "write Information.")]
    [InlineData("Logging:LogLevel:Microsoft.AspNetCore=warn", "write Warning.")]
    [InlineData("Logging:Console:LogLevel:Default=Err", "write Error.")]
    [InlineData("Logging:LogLevel:Default=Verbose", All)]
    [InlineData("Logging:loglevel:default=OFF", All)]
    public void Level_OfAnotherProgram_IsRefusedWithItsKeyAndALevel(string setting, string remedy) =>
        Should.Throw<InvalidDataException>(() => Build(setting)).Message.ShouldBe($"{setting} is no level: {remedy}");

    [Fact]
    public void Format_OfAnotherProgram_IsRefusedWithThoseThereAre() =>
        Should.Throw<InvalidDataException>(() => Build("Logging:Console:FormatterName=ecs")).Message
            .ShouldBe("Logging:Console:FormatterName=ecs is no format: there are simple, json, systemd.");

    [Theory]
    [InlineData("Logging:LogLevel:Default=debug")]
    [InlineData("Logging:LogLevel:Default=")]
    [InlineData("Logging:LogLevel:Default=3")]
    [InlineData("Logging:Console:FormatterName=Json")]
    [InlineData("Logging:Console:FormatterName=")]
    [InlineData("Logging:LogLevel=Info")] // what the framework does not read
    public void Level_OfTheFramework_IsTaken(string setting) => Build(setting);

    private static void Build(string setting) => ((IDisposable)HelloHost.Build(new LogSink(), $"--{setting}")).Dispose();
}
