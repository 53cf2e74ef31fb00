using System.Security.Cryptography.X509Certificates;
using System.Text;
using Hosting.Trust;
using Microsoft.Extensions.Logging;
using Tests.Common.Scraping;
using CollectorRegistry = Prometheus.CollectorRegistry;

namespace Hosting.Tests.Trust;

/// <summary>Certificates that expire or are revoked while their connections last.</summary>
public sealed class ClientCertificatesTests : IDisposable
{
    private readonly TempDirectory _folder = new("watched");
    private readonly LogSink _log = new();
    private readonly TurnedTime _time = new();

    private string ListFile => _folder.Combine("list.crl");

    public void Dispose()
    {
        _log.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Refresh_CertificateThatANewListNames_EndsItsStreamsAndNoOthers()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var (leaver, stayer) = (await root.IssueAsync("/CN=leaver"), await root.IssueAsync("/CN=stayer"));
        await root.ListAsync(ListFile);
        using var certificates = Open(root, ListFile);
        using var leaving = OpenSslAuthority.Load(leaver.Certificate);
        using var staying = OpenSslAuthority.Load(stayer.Certificate);
        var (one, other) = (Accepted(certificates, leaving), Accepted(certificates, staying));
        certificates.Refresh();
        one.Ended.IsCancellationRequested.ShouldBeFalse();

        await root.RevokeAsync(leaver.Certificate);
        await root.ListAsync(ListFile);
        certificates.Refresh();

        one.Ended.IsCancellationRequested.ShouldBeTrue();
        certificates.Problem(certificates.Of(leaving)).ShouldBe("Your certificate is not accepted: CN=Root has revoked CN=leaver.");
        other.Ended.IsCancellationRequested.ShouldBeFalse();
        certificates.Problem(certificates.Of(staying)).ShouldBeNull();
        Told("its revocation lists are in use").ShouldBe(1);
    }

    [Fact]
    public async Task Refresh_CertificateThatExpires_EndsItsStreams()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        using var certificate = OpenSslAuthority.Load((await root.IssueAsync("/CN=client", toDays: 2)).Certificate);
        using var certificates = Open(root);
        var shown = Accepted(certificates, certificate);

        _time.Forward(TimeSpan.FromDays(1));
        certificates.Refresh();
        shown.Ended.IsCancellationRequested.ShouldBeFalse();
        _time.Forward(TimeSpan.FromDays(1.1));
        certificates.Refresh();

        shown.Ended.IsCancellationRequested.ShouldBeTrue();
        certificates.Problem(certificates.Of(certificate)).ShouldNotBeNull().ShouldContain("but not now");
    }

    /// <summary>A request may be the first that notices.</summary>
    [Fact]
    public async Task Refresh_CertificateThatWasRefusedMeanwhile_EndsItsStreamsAllTheSame()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        using var certificate = OpenSslAuthority.Load((await root.IssueAsync("/CN=client", toDays: 2)).Certificate);
        using var certificates = Open(root);
        var shown = Accepted(certificates, certificate);
        _time.Forward(TimeSpan.FromDays(3));

        certificates.Problem(shown).ShouldNotBeNull();
        certificates.Refresh();

        shown.Ended.IsCancellationRequested.ShouldBeTrue();
    }

    [Fact]
    public async Task Refresh_ListThatExpires_RefusesAllUntilThereIsANewerAndTellsItOnce()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        using var certificate = OpenSslAuthority.Load((await root.IssueAsync("/CN=client")).Certificate);
        await root.ListAsync(ListFile, toDays: 2);
        using var certificates = Open(root, ListFile);
        var shown = Accepted(certificates, certificate);
        _time.Forward(TimeSpan.FromDays(3));

        for (var i = 0; i < 3; i++)
        {
            certificates.Refresh();
            certificates.Problem(certificates.Of(certificate)).ShouldNotBeNull()
                .ShouldContain("Your certificate is not accepted now, because the revocation list of CN=Root expired at");
        }

        shown.Ended.IsCancellationRequested.ShouldBeTrue();
        Told("clients of an authority are refused, because the revocation list of CN=Root expired at").ShouldBe(1);
        await root.ListAsync(ListFile, toDays: 9);
        certificates.Refresh();
        Accepted(certificates, certificate).Ended.IsCancellationRequested.ShouldBeFalse();
    }

    [Fact]
    public async Task Refresh_FileThatCannotBeUsed_ChangesNothingAndIsToldOnce()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        using var certificate = OpenSslAuthority.Load((await root.IssueAsync("/CN=client")).Certificate);
        await root.ListAsync(ListFile);
        using var certificates = Open(root, ListFile);
        var shown = Accepted(certificates, certificate);

        foreach (var broken in new Action[]
        {
            () => File.WriteAllText(ListFile, "nothing"),
            () => File.WriteAllText(ListFile, root.Pem),
            () => File.Delete(ListFile),
        })
        {
            broken();
            certificates.Refresh();
            certificates.Refresh();
            certificates.Problem(shown).ShouldBeNull();
        }

        shown.Ended.IsCancellationRequested.ShouldBeFalse();
        Told("the revocation lists that were there before count until they expire").ShouldBe(2);
        Told("does not exist").ShouldBe(1);
    }

    [Fact]
    public async Task Start_ListOfAnotherAuthority_RefusesAllAndTellsItOnce()
    {
        var (root, other) = (await OpenSslAuthority.RootAsync(_folder, "Root"), await OpenSslAuthority.RootAsync(_folder, "Other"));
        using var certificate = OpenSslAuthority.Load((await root.IssueAsync("/CN=client")).Certificate);
        await other.ListAsync(ListFile);

        using var certificates = Open(root, ListFile);

        certificates.Problem(certificates.Of(certificate)).ShouldNotBeNull().ShouldContain("there is no revocation list of CN=Root");
        certificates.Refresh();
        Told("clients of an authority are refused, because there is no revocation list of CN=Root").ShouldBe(1);
    }

    [Theory]
    [InlineData(null, "does not exist; it has to hold a revocation list.")]
    [InlineData("nothing", "list.crl holds no revocation list in PEM or DER form.")]
    public async Task Start_FileThatHoldsNoList_IsRefused(string? content, string reason)
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        if (content is not null)
        {
            await File.WriteAllTextAsync(ListFile, content, TestContext.Current.CancellationToken);
        }

        Should.Throw<Exception>(() => Open(root, ListFile)).Message.ShouldContain(reason);
    }

    /// <summary>A file may hold lists of several authorities, and old ones beside new ones.</summary>
    [Fact]
    public async Task MeasureExpiry_FilesOfLists_ShowWhenTheFirstIsMissed()
    {
        var (root, other) = (await OpenSslAuthority.RootAsync(_folder, "Root"), await OpenSslAuthority.RootAsync(_folder, "Other"));
        var both = _folder.Combine("both.crl");
        await root.ListAsync(ListFile, toDays: 2);
        await root.ListAsync(_folder.Combine("older"), fromDays: -9, toDays: 1);
        await other.ListAsync(_folder.Combine("longer"), toDays: 5);
        await root.ListAsync(_folder.Combine("newer"), toDays: 4);
        foreach (var part in new[] { "older", "longer", "newer" })
        {
            File.AppendAllText(both, File.ReadAllText(_folder.Combine(part)));
        }

        using var certificates = Open(root, ListFile, both);
        var registry = Prometheus.Metrics.NewCustomRegistry();
        certificates.MeasureExpiry(registry);

        (await DaysLeftAsync(registry, ListFile)).ShouldBe(2, 0.1);
        (await DaysLeftAsync(registry, both)).ShouldBe(4, 0.1);

        _time.Forward(TimeSpan.FromDays(3));
        (await DaysLeftAsync(registry, ListFile)).ShouldBe(-1, 0.1);
        await root.ListAsync(ListFile, toDays: 9);
        certificates.Refresh();
        (await DaysLeftAsync(registry, ListFile)).ShouldBe(6, 0.1);
    }

    /// <summary>Nobody would be accepted.</summary>
    [Fact]
    public async Task Start_AuthorityThatHasNotSignedItself_IsRefused()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var between = await root.SubordinateAsync("Between");

        Should.Throw<InvalidDataException>(() => Open(between)).Message.ShouldContain("Add the root");
    }

    private static ShownCertificate Accepted(ClientCertificates certificates, X509Certificate2 certificate)
    {
        var shown = certificates.Of(certificate);
        certificates.Problem(shown).ShouldBeNull();
        return shown;
    }

    private ClientCertificates Open(OpenSslAuthority root, params string[] lists)
    {
        using var factory = LoggerFactory.Create(logging => logging.AddProvider(_log));
        return new(root.CertificateFile, "ClientRevocations", lists, _time, factory.CreateLogger<ClientCertificatesTests>());
    }

    private static async Task<double> DaysLeftAsync(CollectorRegistry registry, string file)
    {
        using var text = new MemoryStream();
        await registry.CollectAndExportAsTextAsync(text);
        return TimeSpan.FromSeconds(new Scrape(Encoding.UTF8.GetString(text.ToArray()))
            .Sample("tls_file_expiry_seconds", ("setting", "ClientRevocations"), ("file", file)).Value).TotalDays;
    }

    private int Told(string part) => _log.Records.Count(record => record.Message.Contains(part, StringComparison.Ordinal));

    /// <summary>Nobody looks but the test.</summary>
    private sealed class TurnedTime : TimeProvider
    {
        private TimeSpan _ahead;

        public void Forward(TimeSpan span) => _ahead += span;

        public override DateTimeOffset GetUtcNow() => System.GetUtcNow() + _ahead;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            System.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }
}
