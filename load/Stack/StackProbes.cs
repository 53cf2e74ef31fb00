using System.Globalization;

namespace Load.Stack;

/// <summary>The targets of the prober: the readiness of each host, gRPC's own health, the certificate, and the age of the newest anchor.</summary>
internal static class StackProbes
{
    /// <param name="folder">Holds the certificate.</param>
    /// <param name="ports">Where the hosts listen.</param>
    /// <returns>A file in EaseProbe's format, as the prober reads it.</returns>
    public static string Yaml(StackPaths folder, StackPorts ports)
    {
        var ready = string.Concat(Hosts(ports).Select(host => string.Create(
            CultureInfo.InvariantCulture,
            $"  - {{ name: {host.Name}, url: \"http://127.0.0.1:{host.Port}/healthz/ready\", success_code: [[200, 299]] }}\n")));
        var grpc = string.Concat(ports.Analyzers.Select((analyzer, number) => string.Create(
            CultureInfo.InvariantCulture,
            $"  - {{ name: {StackMembers.AnalyzerOf(number)}, host: \"127.0.0.1:{analyzer.Grpc}\" }}\n")));
        return string.Create(CultureInfo.InvariantCulture, $$"""
            # Written by `stack` at each start.
            settings:
              probe: { interval: 1s, timeout: 1s }
            http:
            {{ready}}  - name: journal's anchor
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
            tls:
              - { name: gateway's certificate, host: "localhost:{{ports.Gateway.Tls}}", root_ca_pem_path: "{{folder.Certificate.Replace('\\', '/')}}", alert_expire_before: 168h, interval: 15s, timeout: 5s }
            notify:
              http:
                - { name: journal, url: "http://127.0.0.1:{{ports.Journal.Http}}/v1/lines" }

            """);
    }

    private static IEnumerable<(string Name, int Port)> Hosts(StackPorts ports) =>
    [
        .. ports.Analyzers.Select((analyzer, number) => (StackMembers.AnalyzerOf(number), analyzer.Http)),
        (StackMembers.Gateway, ports.Gateway.Http),
        (StackMembers.Journal, ports.Journal.Http),
        (StackMembers.Sigma, ports.Sigma),
    ];
}
