using Hosting.Settings;
using Hosting.Tests.Hello;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;

namespace Hosting.Tests.Settings;

/// <summary>Settings of other programs: whoever expects something of them hears that they have no effect.</summary>
public sealed class ForeignSectionsTests
{
    [Fact]
    public void Section_OfAnotherProgramInAFile_IsToldWithItsLine()
    {
        var told = Log(
            """
            {
              "$schema": "https://json.schemastore.org/appsettings.json",
              "Hello": { "Manners": { "Word": "Moin" } },
              "Logging": { "LogLevel": { "Default": "Information" } },
              "AllowedHosts": "*",
              "Serilog": { "MinimumLevel": "Debug" },
              "ApplicationInsights": { "ConnectionString": "" },
              "ReverseProxy": {
                "Clusters": { "c": {} },
                "Routes": { "r": { "ClusterId": "c" } }
              }
            }
            """).ShouldHaveSingleItem();

        told.ShouldStartWith("No effect here: ReverseProxy:Routes:r:ClusterId (");
        told.ShouldContain(", line 10), Serilog:MinimumLevel (");
        told.ShouldEndWith(", line 6). The settings of this host stand in Hello.");
    }

    [Fact]
    public void Section_OfTheHostAlone_IsNotTold() => Log("""{ "Hello": { "Manners": { "Word": "Moin" } } }""").ShouldBeEmpty();

    [Fact]
    public void Variable_WithTwoUnderscores_IsTold()
    {
        Environment.SetEnvironmentVariable("ForeignSectionsTests__DefaultConnection", "Server=db");
        try
        {
            Log("{}").ShouldHaveSingleItem().ShouldContain(
                "ForeignSectionsTests:DefaultConnection (the environment, ForeignSectionsTests__DefaultConnection)");
        }
        finally
        {
            Environment.SetEnvironmentVariable("ForeignSectionsTests__DefaultConnection", null);
        }
    }

    private static string[] Log(string settings)
    {
        using var folder = new TempDirectory();
        File.WriteAllText(folder.Combine("settings.json"), settings);
        var log = new LogSink();
        var builder = HostConfiguration.CreateBuilder(
            [$"--config={folder.Combine("settings.json")}"], services => services.AddHelloSettings());
        builder.AddHello();
        builder.Logging.ClearProviders().AddProvider(log);
        using var app = (IDisposable)builder.Build();
        ((WebApplication)app).UseHello();
        return [.. log.Records.Where(record => record.Level == LogLevel.Information)
            .Select(record => record.Message).Where(message => message.StartsWith("No effect here", StringComparison.Ordinal))];
    }
}
