using System.Net;
using Hosting.Access;
using Hosting.Audit;
using Hosting.Limits;
using Hosting.Tests.Hello;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Access;

/// <summary>Clients that show a certificate, and gateways that speak for others.</summary>
public sealed class CertificateClientsTests : IDisposable
{
    private readonly TempDirectory _folder = new("authority");
    private readonly TestAuthority _authority = new();

    public void Dispose()
    {
        _authority.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("known", TestAuthority.ClientUse, 0, true, null)]
    [InlineData("KNOWN", TestAuthority.ClientUse, 0, true, null)]
    [InlineData("unmapped", TestAuthority.ClientUse, 0, true, "has no scopes")]
    [InlineData("known", TestAuthority.ServerUse, 0, true, "not signed by an authority")]
    [InlineData("known", TestAuthority.ClientUse, -30, true, "but not now")]
    [InlineData("known", TestAuthority.ClientUse, 30, true, "but not now")]
    [InlineData("known", TestAuthority.ClientUse, 0, false, "not signed by an authority")]
    public void Certificate_OfAClient_IsTakenOrRefusedWithTheReason(string name, string use, int days, bool ours, string? reason)
    {
        using var other = new TestAuthority(); // the same name, and another key
        using var certificate = (ours ? _authority : other).Sign(name, use, days);
        using var clients = Clients(Settings());

        var client = clients.Find(certificate, out var refusal);

        (client is null).ShouldBe(reason is not null, refusal);
        client?.Scopes.ShouldBe(Scopes.Submit | Scopes.Read);
        refusal.ShouldContain(reason ?? "");
    }

    /// <summary>Matters where the machine's time zone is not UTC.</summary>
    [Fact]
    public void Certificate_OfAnotherTime_IsRefusedWithItsTimesInUtc()
    {
        using var certificate = _authority.Sign("known", TestAuthority.ClientUse, 30);
        using var clients = Clients(Settings());

        clients.Find(certificate, out var refusal);

        var (begin, end) = (certificate.NotBefore.ToUniversalTime(), certificate.NotAfter.ToUniversalTime());
        refusal.ShouldContain($"from {begin:yyyy-MM-dd HH:mm:ss}Z to {end:yyyy-MM-dd HH:mm:ss}Z");
    }

    [Fact]
    public void Authority_FileWithoutOne_StopsTheStart()
    {
        File.WriteAllText(_folder.Combine("empty.pem"), "nothing");
        var options = new AccessOptions { ClientAuthority = _folder.Combine("empty.pem") };

        Should.Throw<InvalidDataException>(() => Clients(options))
            .Message.ShouldContain("empty.pem");
    }

    [Fact]
    public async Task Start_ListsWithoutAuthorities_AreRefused()
    {
        using var log = new LogSink();
        await using var app = HelloHost.Build(log, "ClientRevocations=list.crl");

        Should.Throw<OptionsValidationException>(app.UseHello)
            .Message.ShouldContain("ClientRevocations has no effect without ClientAuthority");
    }

    [Theory]
    [InlineData("127.0.0.1", "10.1.2.3, 127.0.0.0/8", "key:abc")]
    [InlineData("::ffff:127.0.0.1", "127.0.0.1", "key:abc")]
    [InlineData("10.1.2.4", "10.1.2.3", "10.1.2.4")]
    [InlineData("10.1.2.4", null, "10.1.2.4")]
    public void ClientHeader_OfAGateway_IsBelievedFromConfiguredAddressesOnly(string from, string? trusted, string counted)
    {
        var proxies = new TrustedProxies(Options.Create(new AccessOptions { TrustedProxies = trusted }));
        var context = new DefaultHttpContext { Connection = { RemoteIpAddress = IPAddress.Parse(from) } };
        context.Request.Headers[AccessOptions.ClientField] = "key:abc";
        context.Request.Headers["x-forwarded-for"] = "2001:db8::7";
        context.Features.Set(new AuditedCall());

        proxies.Believe(context);

        ClientName.Of(context).ShouldBe(counted);
        context.Features.Get<AuditedCall>()!.Address.ShouldBe(counted == "key:abc" ? "2001:db8::7" : null);
        context.Request.Headers.ContainsKey(AccessOptions.ClientField).ShouldBeFalse();
    }

    [Fact]
    public void Proxies_EntryThatIsNone_StopsTheStart() =>
        Should.Throw<InvalidDataException>(() => new TrustedProxies(Options.Create(new AccessOptions { TrustedProxies = "gateway" })))
            .Message.ShouldContain("gateway");

    private static CertificateClients Clients(AccessOptions options) =>
        new(Options.Create(options), Prometheus.Metrics.NewCustomRegistry(), TimeProvider.System, NullLogger<CertificateClients>.Instance);

    private AccessOptions Settings()
    {
        File.WriteAllText(_folder.Combine("ca.pem"), _authority.Pem);
        return new() { ClientAuthority = _folder.Combine("ca.pem"), ClientSubjects = { ["known"] = "submit,read" } };
    }
}
