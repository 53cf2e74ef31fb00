using System.Net;
using System.Security.Cryptography.X509Certificates;
using Analyzer.Service.Features.Ceilings;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Configuration.Memory;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Transport;

/// <summary>Kestrel's listeners and limits.</summary>
internal static partial class Transport
{
    private const int MaxStreamsPerConnection = 2048;

    public static void AddTransport(this WebApplicationBuilder builder)
    {
        // Lowest of all sources, so that any configuration overrides it: the framework's request log costs more than a look-up.
        builder.Configuration.Sources.Insert(0, new MemoryConfigurationSource
        {
            InitialData = [new("Logging:LogLevel:Default", "Information"), new("Logging:LogLevel:Microsoft.AspNetCore", "Warning")],
        });
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = TimeSpan.FromSeconds(30));
        builder.Services.AddSingleton<ServedProtocols>();
        if (!CeilingsOptions.From(builder.Configuration).StockTransport)
        {
            builder.AddLargeBlocks();
        }

        builder.Services.AddOptions<KestrelServerOptions>().Configure<IOptions<AnalyzerOptions>>((kestrel, options) => Configure(kestrel, options.Value));
    }

    /// <summary>Says at the start what is served.</summary>
    public static void UseTransport(this WebApplication app) =>
        app.Lifetime.ApplicationStarted.Register(() => Log.Serving(app.Logger, app.Services.GetRequiredService<ServedProtocols>()));

    private static void AddLargeBlocks(this WebApplicationBuilder builder)
    {
        builder.Services.AddSingleton<IMemoryPoolFactory<byte>, BlockPoolFactory>();

        // No zero-byte receive before each real one. Tried besides, without a difference beyond the spread: waiting for data all the same,
        // inline scheduling of the sockets (alone and with inline completions), workstation instead of server GC.
        builder.Services.Configure<SocketTransportOptions>(sockets =>
        {
            sockets.WaitForDataBeforeAllocatingBuffer = false;

            // What a connection may have received ahead of the analysis. The default of 1 MiB costs as much CPU and, with a hundred uploads
            // at once, 50 MB more; with 256 KiB an upload over gRPC took a sixth more CPU.
            sockets.MaxReadBufferSize = 8 * BlockPool.BlockSize;
        });
        builder.Services.Configure<KestrelServerOptions>(kestrel => kestrel.Limits.Http2.MaxFrameSize = BlockPool.BlockSize);
    }

    private static void Configure(KestrelServerOptions kestrel, AnalyzerOptions options)
    {
        kestrel.AddServerHeader = false;

        // Twice as many as there may be uploads, the other half for those that were answered early (EarlyAnswers). Each costs memory only while it lives.
        kestrel.Limits.Http2.MaxStreamsPerConnection = MaxStreamsPerConnection;

        // Both are enforced by UploadReader instead, on every path alike: Kestrel's do not reach a gRPC stream.
        kestrel.Limits.MaxRequestBodySize = null;
        kestrel.Limits.MinRequestBodyDataRate = null;

        var address = IPAddress.Parse(options.Address);
        kestrel.Listen(address, options.HttpPort, listen => listen.Protocols = HttpProtocols.Http1);
        kestrel.Listen(address, options.GrpcPort, listen => listen.Protocols = HttpProtocols.Http2);
        if (options.Certificate is { } path)
        {
            var certificate = Load(path, options.CertificatePassword);
            kestrel.Listen(address, options.TlsPort, listen =>
            {
                listen.Protocols = ServedProtocols.Tls;
                listen.UseHttps(certificate);
            });
        }
    }

    private static X509Certificate2 Load(string path, string? password)
    {
        if (!path.EndsWith(".pem", StringComparison.OrdinalIgnoreCase))
        {
            return X509CertificateLoader.LoadPkcs12FromFile(path, password);
        }

        // By way of PKCS #12, because Windows cannot serve TLS with a key that was only ever in memory.
        using var pem = X509Certificate2.CreateFromPemFile(path);
        return X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pkcs12), password: null);
    }

    private static partial class Log
    {
        [LoggerMessage(20, LogLevel.Information, "Serving {Protocols}.")]
        public static partial void Serving(ILogger logger, ServedProtocols protocols);
    }
}
