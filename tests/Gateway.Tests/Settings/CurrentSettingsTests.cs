using System.Text;
using Gateway.Features.Settings;
using Hosting.Access;
using Hosting.Lifetime;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Configuration.Json;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Gateway.Tests.Settings;

/// <summary>A settings file that changes under the gateway, and members that are null in it.</summary>
public sealed class CurrentSettingsTests
{
    private const string Orders = """ "Sets":{"orders":{"Backends":"127.0.0.1:2"}} """;
    private const string Route = """ "Routes":{"r":{"Match":"a.B","Set":"orders","Clients":"shop"}} """;
    private const string Analyzers = """ "Backends":"127.0.0.1:1" """;

    [Theory]
    [InlineData($"{Analyzers},{Orders}", Orders, "127.0.0.1:1", 1)] // the sets stay, the analyzers go
    [InlineData($"{Analyzers},{Orders}", "", "127.0.0.1:1", 1, "name no Gateway:Backends")] // the file is away for a moment
    [InlineData($"{Analyzers},{Orders}", Analyzers, "127.0.0.1:1", 1, "name no Gateway:Sets")]
    [InlineData("", Orders, "http://127.0.0.1:5081", 1)] // the first set, without a word on analyzers
    [InlineData(Analyzers, """ "Backends":null """, "127.0.0.1:1", 0, "name no Gateway:Backends")]
    [InlineData($"{Analyzers},{Orders}", """ "Backends":"127.0.0.1:3","Sets":null """, "127.0.0.1:1", 1, "name no Gateway:Sets")]
    [InlineData(
        Orders, """ "Backends":"127.0.0.1:3","Sets":{"orders":null} """, "http://127.0.0.1:5081", 1,
        "Gateway:Sets:orders:Backends is empty")]
    [InlineData(
        $"{Analyzers},{Orders},{Route}",
        $$"""{{Analyzers}},{{Orders}},"Routes":{"r":{"Match":"a.B","Set":"orders","Clinets":"shop"} }""", "127.0.0.1:1", 1,
        "There is no setting Gateway:Routes:r:Clinets")]
    public void Reload_FileChanges_IsUsedOrIgnoredWithAWord(string before, string after, string backends, int sets, string? said = null)
    {
        var file = new SettingsText(Section(before));
        var log = new LogSink();
        using var services = Build(file, log);
        using var settings = ActivatorUtilities.CreateInstance<CurrentSettings>(services);
        GatewayOptions? used = null;
        settings.Follow(now => used = now);

        file.Become(Section(after));

        used!.Backends.ShouldBe(backends);
        used.Sets.Count.ShouldBe(sets);
        (used.Routes.Count == 0 || used.Routes["r"].Clients == "shop").ShouldBeTrue();
        string.Join(' ', log.Records.Select(record => record.Message)).ShouldContain(said ?? "");
        (log.Records.Count > 0).ShouldBe(said is not null);
    }

    [Theory]
    [InlineData(""" "Backends":null """, "Gateway:Backends is empty")]
    [InlineData(""" "Sets":null,"Routes":null,"HoldBytes":null,"CorsOrigins":null """)]
    [InlineData(""" "Sets":{"orders":null} """, "Gateway:Sets:orders:Backends is empty")]
    [InlineData(""" "Sets":{"orders":{"Backends":null,"Key":null}} """, "Gateway:Sets:orders:Backends is empty")]
    [InlineData(""" "Routes":{"r":null} """, "Gateway:Routes:r:Match is ''")]
    [InlineData(""" "Routes":{"r":{"Match":null,"Set":null}} """, "Gateway:Routes:r:Match is ''")]
    [InlineData(""" "Routes":{"r":{"Match":"a.B","Set":"default","RetryPolicy":null,"Timeout":null,"Clients":null}} """)]
    [InlineData(
        """ "Routes":{"r":{"Match":"a.B","Set":"default","RetryPolicy":{"MaxAttempts":2,"RetryableStatusCodes":[null]}}} """,
        "RetryableStatusCodes")]
    [InlineData(
        """ "Routes":{"r":{"Match":"a.B","Set":"default","RetryPolicy":{"MaxAttempts":2,"RetryableStatusCodes":null}}} """,
        "RetryableStatusCodes")]
    [InlineData(""" "Routes":{"r":{"Match":"a.B","Set":"default","Scope":null}} """, "Gateway:Routes:r:Scope= is not valid: it has to be")]
    public void Start_MembersAreNull_AreEmptyOrRefusedByName(string members, string? refusal = null)
    {
        using var services = Build(new SettingsText(Section(members)), new LogSink());

        var said = "";
        try
        {
            _ = services.GetRequiredService<IOptions<GatewayOptions>>().Value;
        }
        catch (OptionsValidationException refused)
        {
            said = StartFailure.Sentence(refused);
        }

        (said.Length == 0).ShouldBe(refusal is null, said);
        said.ShouldContain(refusal ?? "");
    }

    private static string Section(string members) => $"{{\"Gateway\":{{{members}}}}}";

    private static ServiceProvider Build(SettingsText file, LogSink log)
    {
        var services = new ServiceCollection();
        services.AddSingleton<IConfiguration>(new ConfigurationBuilder().Add(file).Build());
        services.AddLogging(logging => logging.AddProvider(log));
        services.AddGatewaySettings();
        services.AddSingleton(Options.Create(new AccessOptions()));
        return services.BuildServiceProvider();
    }

    /// <summary>A file that another one replaces.</summary>
    private sealed class SettingsText(string json)
        : JsonStreamConfigurationProvider(new JsonStreamConfigurationSource { Stream = StreamOf(json) }), IConfigurationSource
    {
        public IConfigurationProvider Build(IConfigurationBuilder builder) => this;

        public void Become(string next)
        {
            Load(StreamOf(next));
            OnReload();
        }

        private static MemoryStream StreamOf(string text) => new(Encoding.UTF8.GetBytes(text));
    }
}
