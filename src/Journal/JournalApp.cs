using Hosting;
using Hosting.Access;
using Hosting.Listeners;
using Hosting.Settings;
using Hosting.Web;
using Hosting.Web.Api;
using Hosting.Web.Notices;
using Journal.Features.Anchors;
using Journal.Features.Beats;
using Journal.Features.Description;
using Journal.Features.Fluent;
using Journal.Features.Gelf;
using Journal.Features.Holds;
using Journal.Features.Http;
using Journal.Features.Ingest;
using Journal.Features.Journald;
using Journal.Features.Loki;
using Journal.Features.Otlp;
using Journal.Features.Relp;
using Journal.Features.Retention;
using Journal.Features.Sealed;
using Journal.Features.Serving;
using Journal.Features.Settings;
using Journal.Features.Splunk;
using Journal.Features.State;
using Journal.Features.Storage;
using Journal.Features.Tcp;
using Journal.Features.Udp;
using Journal.Features.Witnessing;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Journal;

/// <summary>The journal at a glance: one line per feature. Tests start the same app.</summary>
internal static class JournalApp
{
    public static HostDescription Host { get; } = new(
        "journal", "Journal", "Stores logs that it cannot read itself, and can prove every record.", typeof(JournalApp).Assembly);

    public static void AddJournalSettings(this IServiceCollection services)
    {
        services
            .AddHostSettings(Host)
            .AddListeners(
                Listener.Http1("HttpPort", 5580) with { BeforeTls = HungUpSenders.Use },
                Listener.Tls("HttpsPort", 5583),
                Listener.Http2("GrpcPort", 4317) with { Name = "OTLP over gRPC in cleartext", IsClosedByDefault = true },
                SyslogConnections.Tcp("TcpPort", 5514),
                SyslogConnections.Tls("TlsPort", 6514),
                RelpConnections.Listener("RelpPort", 2514),
                ForwardConnections.Tcp(ForwardFeature.PortKey, 24224),
                ForwardConnections.Tls("ForwardTlsPort", 24225),
                LumberjackConnections.Tcp("BeatsPort", 5044),
                LumberjackConnections.Tls("BeatsTlsPort", 5045))
            .AddHostOptions<JournalOptions>()
            .AddHostOptions<WitnessOptions>(WitnessOptions.Section);
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IValidateOptions<HostSettings>, ClearSyslog>());
        services.AddOptions<JournalOptions>().Validate(
            options => string.IsNullOrEmpty(options.SenderRevocations) || !string.IsNullOrEmpty(options.SenderAuthorities),
            "SenderRevocations has no effect without SenderAuthorities: name the file of the authorities too.");
        services.AddOptions<JournalOptions>().Validate(
            options => string.IsNullOrEmpty(options.ForwardUsers) || (!string.IsNullOrEmpty(options.ForwardSharedKey)
                && JournalOptions.Split(options.ForwardUsers).All(user => user.IndexOf(':', StringComparison.Ordinal) > 0)),
            "ForwardUsers has to be a list such as web:password,db:password, and needs ForwardSharedKey.");
        services.AddOptions<JournalOptions>().Validate(
            options => JournalOptions.Split(options.ProxyProtocolFrom).All(entry => Networks.TryParse(entry, out _)),
            "ProxyProtocolFrom has to be a list of addresses and networks, such as 10.0.0.7,192.168.0.0/16.");
    }

    public static void AddJournal(this WebApplicationBuilder builder)
    {
        builder.AddHost();
        builder.Services.AddStorage();
        builder.Services.AddAnchors();
        builder.Services.AddSealed();
        builder.Services.AddHostedService<WriterEnding>();
        builder.Services.AddWitness();
        builder.Services.AddRetention();
        builder.Services.AddHolds();
        builder.Services.AddIngest();
        builder.Services.AddUdp();
        builder.Services.AddTcp();
        builder.Services.AddForward();
        builder.Services.AddLines();
        builder.Services.AddNotices();
        builder.Services.AddApi(JournalApi.Document);
    }

    public static void UseJournal(this WebApplication app)
    {
        app.UseSenderKeys();
        app.UseHost();
        app.UseStorage();
        app.UseWitness();

        app.MapHost();
        app.MapLines();
        app.MapJournald();
        app.MapOtlp();
        app.MapLoki();
        app.MapSplunk();
        app.MapGelf();
        app.MapServing();
        app.MapWitness();
        app.MapState();
        app.MapApi();
        app.MapPages(typeof(JournalApp).Assembly);
    }
}
