using System.Globalization;
using System.Text;

namespace Load.Stack;

/// <summary>
/// The targets of the prober: readiness of each host, gRPC's own health, the certificate, the age of the anchor, and the servers beside
/// them where there are any.
/// </summary>
internal static class StackProbes
{
    public const string Http = "http";
    public const string Tcp = "tcp";

    /// <summary>A node says by it that it is there, also without a master. One that asks for a password is there too.</summary>
    public const string NodeHealth = "/_cluster/health?local=true";

    public static string NodeOf(int number) => string.Create(CultureInfo.InvariantCulture, $"elasticsearch-{number + 1}");

    public static string BrokerOf(int number) => string.Create(CultureInfo.InvariantCulture, $"kafka-{number + 1}");

    /// <param name="options">Which servers there are beside the hosts.</param>
    /// <param name="folder">Holds the certificate.</param>
    /// <param name="ports">Where the hosts listen.</param>
    /// <returns>A file in EaseProbe's format, as the prober reads it.</returns>
    public static string Yaml(StackOptions options, StackPaths folder, StackPorts ports)
    {
        var ready = Lines(Hosts(ports).Select(host => string.Create(
            CultureInfo.InvariantCulture,
            $"name: {host.Name}, url: \"http://127.0.0.1:{host.Port}/healthz/ready\", success_code: [[200, 299]]")));
        var nodes = Lines(Split(options.StoreUrl).Select((node, number) =>
            $"name: {NodeOf(number)}, url: \"{node.TrimEnd('/')}{NodeHealth}\", success_code: [[200, 299], [401, 401]]"));
        var grpc = Lines(ports.Analyzers.Select((analyzer, number) => string.Create(
            CultureInfo.InvariantCulture, $"name: {StackMembers.AnalyzerOf(number)}, host: \"127.0.0.1:{analyzer.Grpc}\"")));
        var brokers = Lines(Split(options.Kafka).Select((broker, number) => $"name: {BrokerOf(number)}, host: \"{broker}\""));
        return string.Create(CultureInfo.InvariantCulture, $$"""
            # Written by `stack` at each start.
            settings:
              probe: { interval: 1s, timeout: 1s }
            http:
            {{ready}}{{nodes}}  - name: journal's anchor
                url: "http://127.0.0.1:{{ports.Journal.Http}}/metrics"
                interval: 15s
                timeout: 5s
                eval:
                  doc: TEXT
                  expression: "now() - anchored < 60"
                  variables:
                    - { name: anchored, type: float, query: 'journal_oldest_anchor_timestamp_seconds ([0-9.e+]+)' }
            grpc:
            {{grpc}}  - { name: gateway, host: "127.0.0.1:{{ports.Gateway.Grpc}}" }
            {{(brokers.Length > 0 ? $"tcp:\n{brokers}" : "")}}tls:
              - name: gateway's certificate
                host: "localhost:{{ports.Gateway.Tls}}"
                root_ca_pem_path: "{{folder.Certificate.Replace('\\', '/')}}"
                alert_expire_before: 168h
                interval: 15s
                timeout: 5s
            notify:
              http:
                - { name: journal, url: "http://127.0.0.1:{{ports.Journal.Http}}/v1/lines" }

            """);
    }

    private static string[] Split(string? addresses) =>
        (addresses ?? "").Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    private static string Lines(IEnumerable<string> targets) =>
        targets.Aggregate(new StringBuilder(), (text, target) => text.Append("  - { ").Append(target).Append(" }\n")).ToString();

    private static IEnumerable<(string Name, int Port)> Hosts(StackPorts ports) =>
    [
        .. ports.Analyzers.Select((analyzer, number) => (StackMembers.AnalyzerOf(number), analyzer.Http)),
        (StackMembers.Gateway, ports.Gateway.Http),
        (StackMembers.Journal, ports.Journal.Http),
        (StackMembers.Sigma, ports.Sigma),
    ];
}
