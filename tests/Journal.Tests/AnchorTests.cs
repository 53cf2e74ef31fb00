using System.Net;
using System.Net.Sockets;
using Journal.Features.Verify;
using Journal.Log.Signing;
using Journal.Log.Verifying;
using Journal.Log.Writing;

namespace Journal.Tests;

/// <summary>Signed checkpoints that leave the journal.</summary>
public sealed class AnchorTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Anchors_EveryCheckpoint_IsAppendedAndReadBack()
    {
        using var elsewhere = new TempDirectory();
        var (file, missing) = (elsewhere.Combine("anchors"), elsewhere.Combine("no", "folder", "anchors"));
        await using var host = await JournalHost.StartAsync($"Anchors={file},{missing}");
        using var http = new HttpClient { BaseAddress = host.Http };
        using var response = await http.PostAsync("/v1/lines", new StringContent("a"), Token).Within();
        response.EnsureSuccessStatusCode();

        var note = await host.Writer.CoverAsync(2).Within();
        await Deadline.UntilAsync(() => File.Exists(file) && File.ReadAllText(file).Contains(note.Signatures[0].ToString()));

        var anchors = await AnchorSources.ReadAsync(
            [file, $"{host.Http}log/checkpoint"], host.Folder.ReadVerifier(), Token);
        anchors.Count.ShouldBeGreaterThan(1);
        anchors.ShouldAllBe(anchor => anchor.Note.IsSignedBy(host.Folder.ReadVerifier()));
        var report = await host.StopAsync();
        report.Damages.ShouldBeEmpty();
    }

    /// <summary>The last frame of a run is signed when all else has ended, and its end is what somebody would cut.</summary>
    [Fact]
    public async Task Anchors_AJournalThatWasStopped_AreOfAllOfIt()
    {
        using var elsewhere = new TempDirectory();
        var file = elsewhere.Combine("anchors");
        await using var host = await JournalHost.StartAsync($"Anchors={file}");
        using var http = new HttpClient { BaseAddress = host.Http };
        using var response = await http.PostAsync("/v1/lines", new StringContent("a"), Token).Within();
        response.EnsureSuccessStatusCode();

        await host.StopAsync();

        var anchors = await AnchorSources.ReadAsync([file], host.Folder.ReadVerifier(), Token);
        var report = new Verifier(new(host.Folder) { Anchors = anchors }, TimeProvider.System).Run(Token);
        (report.IsSound, report.IsAnchored).ShouldBe((true, true));
    }

    [Fact]
    public async Task ReadAsync_AnAddressThatNeverAnswers_IsGivenUp()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var (address, log) = ($"http://{silent.LocalEndpoint}/log/checkpoint", SigningKey.Create("log.example/a").Verifier);

        (await Should.ThrowAsync<IOException>(() => AnchorSources.ReadAsync([address], log, TimeSpan.FromMilliseconds(50), Token)))
            .Message.ShouldContain("did not answer within");
    }

    /// <summary>A disk that fills takes half a line, and the next one must not be lost with it.</summary>
    [Theory]
    [InlineData("2026-11-22T10:00:00Z log.exa")]
    [InlineData("")]
    public async Task Anchors_ALineThatWasBrokenOff_IsReplaced(string torn)
    {
        using var elsewhere = new TempDirectory();
        var file = elsewhere.Combine("anchors");
        await File.WriteAllTextAsync(file, torn, Token);
        await using var host = await JournalHost.StartAsync($"Anchors={file}");

        await UntilLinesAsync(1);
        await File.AppendAllTextAsync(file, torn, Token);
        using var http = new HttpClient { BaseAddress = host.Http };
        using var response = await http.PostAsync("/v1/lines", new StringContent("a"), Token).Within();
        response.EnsureSuccessStatusCode();
        await UntilLinesAsync(2);

        var anchors = await AnchorSources.ReadAsync([file], host.Folder.ReadVerifier(), Token);
        anchors.Count.ShouldBe((await File.ReadAllLinesAsync(file, Token)).Length);

        Task UntilLinesAsync(int lines) => Deadline.UntilAsync(() => File.ReadAllText(file).Count('\n') >= lines);
    }

    [Fact]
    public async Task Anchors_AFileOfSomethingElse_IsLeftAsItIs()
    {
        using var elsewhere = new TempDirectory();
        var file = elsewhere.Combine("data");
        var content = new byte[200_000];
        await File.WriteAllBytesAsync(file, content, Token);
        await using var host = await JournalHost.StartAsync($"Anchors={file}");

        await Deadline.UntilAsync(() => host.Logged.Any(line => line.Contains("not a file of anchors", StringComparison.Ordinal)));

        (await File.ReadAllBytesAsync(file, Token)).ShouldBe(content);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Log_CheckpointAndTiles_AreServedToAnybody(bool asksForKeys)
    {
        using var keys = new ClientKeys();
        await using var host = await JournalHost.StartAsync(asksForKeys ? [$"Keys={keys.File}"] : []);
        using var http = new HttpClient { BaseAddress = host.Http };
        var note = await host.Writer.CoverAsync(1).Within();
        var size = Checkpoint.Parse(note.Text).Size;

        var served = SignedNote.Parse(await http.GetByteArrayAsync("/log/checkpoint", Token).Within());
        var tile = await http.GetByteArrayAsync($"/log/tile/0/000.p/{size}", Token).Within();
        var entries = await http.GetByteArrayAsync($"/log/tile/entries/000.p/{size}", Token).Within();
        using var outside = await http.GetAsync("/log/..%2fkeys/identity", Token).Within();

        served.IsSignedBy(host.Folder.ReadVerifier()).ShouldBeTrue();
        (tile.Length, entries.Length).ShouldBe((32 * (int)size, 258 * (int)size));
        outside.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task Start_RetentionWithoutAnchors_IsRefused() =>
        (await Should.ThrowAsync<JournalRefusedException>(() => JournalHost.StartAsync("Retention=1.00:00:00")))
            .Message.ShouldContain("Journal:Anchors names none");
}
