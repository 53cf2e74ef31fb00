using Hosting.Tests.Hello;

namespace Hosting.Tests.Access;

/// <summary>A host that accepts the clients of several authorities, and certificates of all kinds for its door.</summary>
public sealed class OpenSslChains : IAsyncLifetime
{
    private const string ServerUse = "extendedKeyUsage=serverAuth\n";

    private readonly TempDirectory _folder = new("chains");
    private readonly Dictionary<string, (string Certificate, string Key, string? Chain)> _clients = [];
    private HelloHost? _host;

    internal HelloHost Host => _host!;

    /// <summary>Those with which openssl shows the certificate.</summary>
    public IEnumerable<string> Options(string name)
    {
        var (certificate, key, chain) = _clients[name];
        return ["-cert", certificate, "-key", key, .. chain is null ? Array.Empty<string>() : ["-cert_chain", chain]];
    }

    public async ValueTask InitializeAsync()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var impostor = await OpenSslAuthority.RootAsync(_folder, "Impostor", "/CN=Root");
        var stranger = await OpenSslAuthority.RootAsync(_folder, "Stranger");
        var listless = await OpenSslAuthority.RootAsync(_folder, "Listless");
        var late = await OpenSslAuthority.RootAsync(_folder, "Late");
        var twin = await OpenSslAuthority.RootAsync(_folder, "Twin");
        var otherTwin = await OpenSslAuthority.RootAsync(_folder, "OtherTwin", "/CN=Twin");
        var first = await root.SubordinateAsync("First");
        var second = await first.SubordinateAsync("Second");
        var unsent = await root.SubordinateAsync("Unsent");
        var lost = await root.SubordinateAsync("Lost");
        var old = await root.SubordinateAsync("Old", fromDays: -9, toDays: -2);
        var ofServers = await root.SubordinateAsync("OfServers", extensions: $"{OpenSslAuthority.AuthorityExtensions}{ServerUse}");
        var last = await root.SubordinateAsync(
            "Last", extensions: "basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=critical,keyCertSign,cRLSign\n");
        var beyond = await last.SubordinateAsync("Beyond");

        await AddAsync("direct", root);
        await AddAsync("rsa", root, key: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]);
        await AddAsync("rsa-pss", root, key: ["-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048"]);
        await AddAsync("p384", root, key: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]);
        await AddAsync("ed25519", root, key: ["-algorithm", "ED25519"]);
        await AddAsync("version-1", root, extensions: "");
        await AddAsync("no-use", root, extensions: "basicConstraints=CA:FALSE\n");
        await AddAsync("two-uses", root, extensions: "extendedKeyUsage=emailProtection,clientAuth\n");
        await AddAsync("server-use", root, extensions: ServerUse);
        await AddAsync("uri", root, "/O=Example", "subjectAltName=URI:spiffe://example.org/client\n");
        await AddAsync("dns", root, "/O=Example", "subjectAltName=DNS:Client.example.org\n");
        await AddAsync(
            "100-names", root, "/CN=many",
            $"subjectAltName={string.Join(',', Enumerable.Range(0, 99).Select(i => $"DNS:{i}.example.org"))},DNS:client.example.org\n");
        await AddAsync("intermediate", first, chain: [first]);
        await AddAsync("intermediate-unsent", unsent);
        await AddAsync("two-intermediates", second, chain: [second, first]);
        await AddAsync("expired", root, fromDays: -9, toDays: -2);
        await AddAsync("not-yet-valid", root, fromDays: 2, toDays: 9);
        await AddAsync("expired-intermediate", old, chain: [old]);
        await AddAsync("intermediate-server-use", ofServers, chain: [ofServers]);
        await AddAsync("revoked", root);
        await AddAsync("revoked-intermediate", lost, chain: [lost]);
        await AddAsync("no-list", listless);
        await AddAsync("expired-list", late);
        await AddAsync("other-list", twin);
        await AddAsync("two-common-names", root, "/CN=known/CN=admin");
        await AddAsync("unknown-name", root, "/CN=unknown");
        await AddAsync("stranger", stranger);
        await AddAsync("impostor", impostor);
        await AddSignedByAClientAsync(root);
        await AddAsync("too-long", beyond, chain: [beyond, last]);

        await root.RevokeAsync(_clients["revoked"].Certificate);
        await root.RevokeAsync(lost.CertificateFile);
        var authorities = _folder.Combine("authorities.pem");
        await File.WriteAllTextAsync(authorities, $"{root.Pem}{listless.Pem}{late.Pem}{twin.Pem}");
        await late.ListAsync(_folder.Combine("late.crl"), fromDays: -9, toDays: -2);
        var lists = new List<string> { _folder.Combine("late.crl") };
        foreach (var (authority, name) in new[]
        {
            (root, "root"), (otherTwin, "twin"), (first, "first"), (second, "second"), (unsent, "unsent"), (lost, "lost"), (old, "old"),
            (ofServers, "servers"),
        })
        {
            lists.Add(_folder.Combine($"{name}.crl"));
            await authority.ListAsync(lists[^1]);
        }

        var server = await stranger.IssueAsync("/CN=localhost", ServerUse);
        await File.AppendAllTextAsync(server.Certificate, await File.ReadAllTextAsync(server.Key));
        _host = await HelloHost.StartAsync(
            "TlsPort=0",
            $"Certificate={server.Certificate}",
            $"ClientAuthority={authorities}",
            $"ClientRevocations={string.Join(", ", lists)}",
            "ClientSubjects:known=read",
            "ClientSubjects:DNS=client.example.org=read",
            "ClientSubjects:URI=spiffe://example.org/client=read");
    }

    public async ValueTask DisposeAsync()
    {
        if (_host is not null)
        {
            await _host.DisposeAsync();
        }

        _folder.Dispose();
    }

    private async Task AddAsync(
        string name, OpenSslAuthority authority, string subject = "/CN=known", string extensions = OpenSslAuthority.ClientExtensions,
        int fromDays = -1, int toDays = 20, string[]? key = null, params IReadOnlyList<OpenSslAuthority> chain)
    {
        var (certificate, keyFile) = await authority.IssueAsync(subject, extensions, fromDays, toDays, key);
        _clients[name] = (certificate, keyFile, await ChainAsync(name, chain.Select(between => between.CertificateFile)));
    }

    /// <summary>A client that takes itself for an authority.</summary>
    private async Task AddSignedByAClientAsync(OpenSslAuthority root)
    {
        var client = await root.SubordinateAsync("Client", extensions: OpenSslAuthority.ClientExtensions);
        var (certificate, key) = await client.IssueAsync("/CN=known");
        _clients["signed-by-a-client"] = (certificate, key, await ChainAsync("signed-by-a-client", [client.CertificateFile]));
    }

    private async Task<string?> ChainAsync(string name, IEnumerable<string> files)
    {
        var chain = _folder.Combine($"{name}.chain");
        foreach (var file in files)
        {
            await File.AppendAllTextAsync(chain, await File.ReadAllTextAsync(file));
        }

        return File.Exists(chain) ? chain : null;
    }
}
