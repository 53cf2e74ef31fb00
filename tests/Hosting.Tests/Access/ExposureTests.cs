using System.Net;
using Hosting.Access;
using Hosting.Lifetime;
using Hosting.Listeners;
using Hosting.Settings;
using Hosting.Tests.Hello;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Access;

/// <summary>A host's demands before others can reach it, and the clients that it serves on loopback.</summary>
public sealed class ExposureTests
{
    [Theory]
    [InlineData("needs no keys, and has no certificate", "Address=0.0.0.0")]
    [InlineData("needs no keys, and has no certificate", "Address=::")]
    [InlineData("needs no keys. Three", "Address=192.0.2.1", "AllowPlaintext=true")]
    [InlineData("needs no keys. Three", "Address=192.0.2.1", "Certificate=server.pem")]
    [InlineData("this host has no certificate.", "Address=192.0.2.1", "Keys=keys.json")]
    [InlineData("this host has no certificate.", "Address=192.0.2.1", "Keys=keys.json", "Certificate=")]
    [InlineData("needs no keys. Three", "Address=192.0.2.1", "ClientAuthority=ca.pem", "AllowPlaintext=true")]
    public void Start_OpenToOthers_IsRefusedWithTheSettingsThatMendIt(string reason, params string[] settings)
    {
        var exception = Should.Throw<Exception>(() => HelloHost.Build(new LogSink(), settings).UseHello());

        StartFailure.IsExpected(exception).ShouldBeTrue();
        var sentence = StartFailure.Sentence(exception);
        sentence.ShouldContain(reason);
        sentence.ShouldContain("Hello:Keys=keys.json");
        sentence.ShouldContain("Hello:Certificate=server.pem");
        sentence.ShouldContain("Hello:AllowPlaintext=true");
    }

    /// <summary>A host without TLS for HTTP shows its certificate to nobody, and nobody can show it one.</summary>
    [Theory]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public void Certificate_OfAHost_CountsWhereItHasTlsForHttp(bool hasTls, bool starts)
    {
        Listener syslog = Listener.Tls("SyslogPort", 6514) with { Name = "syslog over TLS" };
        Listener[] listeners = hasTls ? [syslog, Listener.Tls("TlsPort", 7443)] : [syslog];
        var settings = new HostSettings { Address = "192.0.2.1", Certificate = "server.pem" };

        foreach (var access in new AccessOptions[] { new() { Keys = "keys.json" }, new() { ClientAuthority = "ca.pem" } })
        {
            new Exposure(HelloApp.Host, Options.Create(access), listeners).Validate(null, settings).Succeeded.ShouldBe(starts);
        }
    }

    [Theory]
    [InlineData("Keys", "keys add")]
    [InlineData("ClientAuthority", "the authority of the clients' certificates")]
    public void Start_FileThatIsNotThere_SaysWhichAndWhatItIsFor(string setting, string purpose)
    {
        var exception = Should.Throw<Exception>(() => HelloHost.Build(new LogSink(), $"{setting}=nowhere.file").UseHello());

        StartFailure.IsExpected(exception).ShouldBeTrue();
        StartFailure.Sentence(exception).ShouldContain("nowhere.file");
        StartFailure.Sentence(exception).ShouldContain(purpose);
    }

    [Theory]
    [InlineData("127.0.0.1:5080", true)]
    [InlineData("127.0.0.2", true)]
    [InlineData("localhost", true)]
    [InlineData("LOCALHOST:1", true)]
    [InlineData("[::1]:5080", true)]
    [InlineData("analyzer.example", true)]
    [InlineData("ANALYZER.example:80", true)]
    [InlineData("", false)]
    [InlineData("example.com", false)]
    [InlineData("localhost.example.com", false)]
    [InlineData("127.0.0.1.example.com:5080", false)]
    [InlineData("192.0.2.1", false)]
    public void Host_OnLoopback_IsALoopbackNameOrAnAllowedOne(string name, bool served)
    {
        var request = Request("GET", name);

        (Guard("127.0.0.1").Check(request)?.Kind.HttpStatus).ShouldBe(served ? null : StatusCodes.Status421MisdirectedRequest);
    }

    [Theory]
    [InlineData("POST", "Sec-Fetch-Site", "cross-site", false)]
    [InlineData("POST", "Sec-Fetch-Site", "same-site", false)]
    [InlineData("DELETE", "Sec-Fetch-Site", "cross-site", false)]
    [InlineData("POST", "Sec-Fetch-Site", "same-origin", true)]
    [InlineData("POST", "Sec-Fetch-Site", "none", true)]
    [InlineData("GET", "Sec-Fetch-Site", "cross-site", true)]
    [InlineData("POST", "Origin", "http://localhost:5080", true)]
    [InlineData("POST", "Origin", "http://localhost:5081", false)]
    [InlineData("POST", "Origin", "https://localhost:5080", false)]
    [InlineData("POST", "Origin", "http://example.com", false)]
    [InlineData("POST", "Origin", "null", false)]
    [InlineData("POST", "X-Other", "null", true)]
    public void Browser_OnAPageOfAnotherSite_HasNothingStored(string method, string header, string value, bool served)
    {
        var request = Request(method, "localhost:5080");
        request.Headers[header] = value;

        (Guard("127.0.0.1").Check(request)?.Kind.Slug).ShouldBe(served ? null : "cross-site");
    }

    [Theory]
    [InlineData("same-origin", "https://localhost:5080", true)] // a proxy in front ends TLS
    [InlineData("cross-site", "http://localhost:5080", false)]
    [InlineData("", "http://localhost:5080", false)]
    public void Browser_ThatSaysWhereItsPageIsFrom_IsBelievedBeforeItsOrigin(string site, string origin, bool served)
    {
        var request = Request("POST", "localhost:5080");
        (request.Headers["Sec-Fetch-Site"], request.Headers.Origin) = (site, origin);

        (Guard("127.0.0.1").Check(request)?.Kind.Slug).ShouldBe(served ? null : "cross-site");
    }

    [Fact]
    public void Host_OfAnOpenHost_IsAnyUntilSomeAreAllowed()
    {
        Guard("192.0.2.1", allowed: null).Check(Request("GET", "anything")).ShouldBeNull();
        Guard("192.0.2.1").Check(Request("GET", "analyzer.example")).ShouldBeNull();
        Guard("192.0.2.1").Check(Request("GET", "localhost"))!.Kind.Slug.ShouldBe("misdirected");
    }

    [Theory]
    [InlineData("192.0.2.7", false, false, "sent over the network without TLS")]
    [InlineData("192.0.2.7", false, true, null)]
    [InlineData("192.0.2.7", true, false, null)]
    [InlineData("127.0.0.1", false, false, null)]
    [InlineData("::1", false, false, null)]
    [InlineData("::ffff:127.0.0.1", false, false, null)]
    public void Key_OverTheNetwork_HasToComeOverTls(string from, bool tls, bool allowed, string? hint)
    {
        using var keys = new ClientKeys();
        var key = keys.Add("reader", ["read"]);
        using var ring = new KeyRing(new KeyFile(keys.File), TimeProvider.System, NullLogger<KeyRing>.Instance);
        var authentication = new KeyAuthentication(ring, Options.Create(new AccessOptions { AllowPlaintext = allowed }));
        var context = new DefaultHttpContext { Connection = { RemoteIpAddress = IPAddress.Parse(from) } };
        context.Request.Scheme = "https"; // whatever the sender says
        if (tls)
        {
            context.Features.Set<ITlsConnectionFeature>(new TlsConnectionFeature());
        }

        context.Request.Headers[KeyAuthentication.HeaderName] = key;

        var client = authentication.Find(context, out var refusal);

        (client is null).ShouldBe(hint is not null);
        refusal?.Kind.HttpStatus.ShouldBe(StatusCodes.Status401Unauthorized);
        (refusal?.Detail ?? "").ShouldContain(hint ?? "");
    }

    private static BrowserGuard Guard(string address, string? allowed = "other.example, Analyzer.example") => new(
        HelloApp.Host,
        Options.Create(new HostSettings { Address = address }),
        Options.Create(new AccessOptions { AllowedHosts = allowed }));

    private static HttpRequest Request(string method, string host)
    {
        var request = new DefaultHttpContext().Request;
        (request.Method, request.Scheme, request.Host) = (method, "http", new HostString(host));
        return request;
    }
}
