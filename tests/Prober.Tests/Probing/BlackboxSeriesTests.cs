using System.Diagnostics;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Prober.Engine.Tests.Probing;
using Tests.Common.Scraping;

namespace Prober.Tests.Probing;

/// <summary><c>/probe</c> of the prober and of blackbox_exporter, asked about the same targets, have the same series.</summary>
[Trait("Category", "EndToEnd")]
public sealed class BlackboxSeriesTests : IDisposable
{
    /// <summary>Series whose values differ from probe to probe, or are about the prober.</summary>
    private static readonly string[] Measured = ["_duration_seconds", "_lookup_time_seconds"];

    /// <summary>What the exporter has and the prober does not.</summary>
    private static readonly string[] Left =
    [
        "probe_icmp_duration_seconds{phase=setup}", // sending: the base library sends and waits in one step
        "probe_icmp_reply_hop_limit{}", // the base library does not tell it
        "probe_ssl_earliest_cert_expiry{} of grpc", // 0 without TLS
    ];

    /// <summary>What only newer exporters have than that of the distribution.</summary>
    private static readonly string[] Newer = ["probe_failed_due_to_bytes", "probe_timeout_seconds", "probe_tls_cipher_info"];

    private readonly TempDirectory _folder = new("prober-blackbox");
    private readonly Authority _authority = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _authority.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Probe_TargetsOfEachKind_HaveTheExportersSeries()
    {
        var program = InstalledProgram.SkipUnlessPresent("prometheus-blackbox-exporter", package: "prometheus-blackbox-exporter");
        var dnsmasq = InstalledProgram.SkipUnlessPresent("dnsmasq", package: "dnsmasq-base");
        File.WriteAllText(_folder.Combine("ca.pem"), _authority.Pem);
        await using var web = await WebAsync();
        var (plain, secure) = (new Uri(web.Urls.First()), new Uri(web.Urls.Last()));
        await using var grpc = await GrpcHealthProbeTests.StartAsync();
        var (names, port) = (LoopbackPort.FindFree(), LoopbackPort.FindFree());
        using var resolver = Process.Start(dnsmasq, [
            "--keep-in-foreground", "--conf-file=/dev/null", "--pid-file=", $"--port={names}", "--listen-address=127.0.0.1",
            "--bind-interfaces", "--no-resolv", "--no-hosts", $"--user={Environment.UserName}", "--host-record=www.test,192.0.2.7",
        ]);
        File.WriteAllText(_folder.Combine("blackbox.yml"), Modules());
        using var exporter = Process.Start(
            program, [$"--config.file={_folder.Combine("blackbox.yml")}", $"--web.listen-address=127.0.0.1:{port}", "--log.level=error"]);
        try
        {
            using var client = new HttpClient { BaseAddress = new($"http://127.0.0.1:{port}/") };
            File.WriteAllText(_folder.Combine("probes.yaml"), Targets(plain, secure, GrpcHealthProbeTests.Port(grpc), names));
            await using var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"));
            await AnsweringAsync(client).Within();

            foreach (var (kind, name, target) in new[]
            {
                ("http", "http", $"{plain}"),
                ("http", "https", $"{secure}"),
                ("tcp", "tcp", plain.Authority),
                ("tls", "tls", secure.Authority),
                ("dns", "dns", $"127.0.0.1:{names}"),
                ("ping", "icmp", "127.0.0.1"),
                ("grpc", "grpc", $"127.0.0.1:{GrpcHealthProbeTests.Port(grpc)}"),
            })
            {
                // Both until the target is up: servers have just been started.
                var theirs = await ScrapeAsync(client, name, target).Within();
                var ours = await ScrapeAsync(host.Http, kind, name).Within();

                var wanted = Series(theirs).Where(series => !Left.Contains(series) && !Left.Contains($"{series} of {kind}")).ToList();
                wanted.Except(Series(ours)).ShouldBeEmpty(name);
                Series(ours).Except(wanted).ShouldBeEmpty(name);
                Values(ours).ShouldBe(Values(theirs).Where(value => wanted.Contains(value.Key)), ignoreOrder: true, name);
            }
        }
        finally
        {
            exporter.Kill();
            resolver.Kill();
        }
    }

    /// <summary>Over HTTP and over TLS; with an encoded body and the time of its last change.</summary>
    private async Task<WebApplication> WebAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, 0);
            kestrel.Listen(IPAddress.Loopback, 0, listen => listen.UseHttps(_authority.Sign("127.0.0.1", fromDays: -1, toDays: 30)));
        });
        var app = builder.Build();
        app.MapGet("/", (HttpResponse response) =>
        {
            response.Headers.LastModified = "Sun, 22 Nov 2026 10:00:00 GMT";
            return Results.Text("Everything is well.");
        });
        await app.StartAsync(Token).Within();
        return app;
    }

    private string Modules()
    {
        var tls = $"tls_config: {{ ca_file: {_folder.Combine("ca.pem")} }}";
        return $$"""
            modules:
              http: { prober: http, http: { preferred_ip_protocol: ip4 } }
              https: { prober: http, http: { preferred_ip_protocol: ip4, enable_http2: false, {{tls}} } }
              tcp: { prober: tcp, tcp: { preferred_ip_protocol: ip4 } }
              tls: { prober: tcp, tcp: { preferred_ip_protocol: ip4, tls: true, {{tls}} } }
              dns: { prober: dns, dns: { preferred_ip_protocol: ip4, query_name: www.test, query_type: A } }
              icmp: { prober: icmp, icmp: { preferred_ip_protocol: ip4 } }
              grpc: { prober: grpc, grpc: { preferred_ip_protocol: ip4 } }

            """;
    }

    private string Targets(Uri plain, Uri secure, int grpc, int names) =>
        $$"""
        http:
          - { name: http, url: "{{plain}}" }
          - { name: https, url: "{{secure}}", ca: "{{_folder.Combine("ca.pem")}}" }
        tcp: [{ name: tcp, host: "{{plain.Authority}}" }]
        tls: [{ name: tls, host: "{{secure.Authority}}", root_ca_pem_path: "{{_folder.Combine("ca.pem")}}" }]
        dns: [{ name: dns, host: "127.0.0.1:{{names}}", query: www.test }]
        ping: [{ name: icmp, host: 127.0.0.1 }]
        grpc: [{ name: grpc, host: "127.0.0.1:{{grpc}}" }]

        """;

    private static async Task<Scrape> ScrapeAsync(HttpClient client, string module, string target)
    {
        while (true)
        {
            using var response = await client.GetAsync($"/probe?module={module}&target={Uri.EscapeDataString(target)}", Token);
            var text = await response.Content.ReadAsStringAsync(Token);
            if (response.IsSuccessStatusCode && text.Contains("probe_success 1\n"))
            {
                return new(text);
            }

            await Task.Delay(100, Token);
        }
    }

    private static async Task AnsweringAsync(HttpClient client)
    {
        while (true)
        {
            try
            {
                await client.GetStringAsync("/-/healthy", Token);
                return;
            }
            catch (HttpRequestException)
            {
                await Task.Delay(50, Token);
            }
        }
    }

    /// <summary>Names and labels; of phases and states their values too.</summary>
    private static IEnumerable<string> Series(Scrape scrape) => Common(scrape).Select(NameOf);

    private static IEnumerable<ScrapedSample> Common(Scrape scrape) => scrape.Samples.Where(sample => !Newer.Contains(sample.Name));

    private static IEnumerable<KeyValuePair<string, double>> Values(Scrape scrape) => Common(scrape)
        .Where(sample => !Measured.Any(sample.Name.EndsWith))
        .Select(sample => KeyValuePair.Create(NameOf(sample), sample.Value));

    private static string NameOf(ScrapedSample sample)
    {
        // The exporter writes distinguished names in another way; newer ones have the number of the certificate.
        var labels = sample.Labels.Where(label => label.Key is not ("issuer" or "subject" or "serialnumber"))
            .OrderBy(label => label.Key, StringComparer.Ordinal).Select(label => $"{label.Key}={label.Value}");
        return $"{sample.Name}{{{string.Join(',', labels)}}}";
    }
}
