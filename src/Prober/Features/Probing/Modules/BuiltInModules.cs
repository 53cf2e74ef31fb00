namespace Prober.Features.Probing.Modules;

/// <summary>Modules that need no file, under the names that users of blackbox_exporter know.</summary>
internal static class BuiltInModules
{
    public const string Text = """
        modules:
          http_2xx: { prober: http }
          http_post_2xx: { prober: http, http: { method: POST } }
          tcp_connect: { prober: tcp }
          tcp_tls: { prober: tcp, tcp: { tls: true } }
          tls_connect: { prober: tcp, tcp: { tls: true } }
          ssh_banner: { prober: tcp, tcp: { query_response: [{ expect: "^SSH-2.0-", send: "SSH-2.0-prober" }] } }
          pop3s_banner: { prober: tcp, tcp: { query_response: [{ expect: "^\\+OK" }], tls: true } }
          smtp_starttls:
            prober: tcp
            tcp:
              query_response:
                - expect: "^220 "
                - send: "EHLO prober\r"
                - expect: "^250[- ]STARTTLS"
                - send: "STARTTLS\r"
                - expect: "^220 "
                - starttls: true
                - send: "EHLO prober\r"
                - expect: "^250 "
                - send: "QUIT\r"
          imap_starttls:
            prober: tcp
            tcp:
              query_response:
                - expect: "^\\* OK"
                - send: "a STARTTLS\r"
                - expect: "^a OK"
                - starttls: true
                - send: "b CAPABILITY\r"
                - expect: "IMAP4rev1"
          icmp: { prober: icmp }
          grpc_plain: { prober: grpc }
          dns_udp: { prober: dns, dns: { query_name: ".", query_type: SOA } }
          dns_tcp: { prober: dns, dns: { query_name: ".", query_type: SOA, transport_protocol: tcp } }
          dns_soa: { prober: dns, dns: { query_name: ".", query_type: SOA } }
        """;
}
