using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using Journal.Features.Verify;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Log.Verifying;
using Journal.Log.Witnessing;
using Journal.Log.Writing;

namespace Journal.Tests;

/// <summary>Journals that sign each other's checkpoints (C2SP tlog-witness).</summary>
public sealed class VouchingTests : IDisposable
{
    private readonly TempDirectory _one = new("one");
    private readonly TempDirectory _other = new("other");
    private readonly HttpClient _http = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _one.Dispose();
        _other.Dispose();
        _http.Dispose();
    }

    [Fact]
    public async Task Anchors_TwoJournals_VouchForEachOther()
    {
        var (one, other) = (JournalHost.Make(_one), JournalHost.Make(_other));
        await using var toOne = await WitnessRelay.StartAsync();
        await using var toOther = await WitnessRelay.StartAsync();
        await using var first = await JournalHost.StartOnAsync(one, null, Anchor(toOther, other), Logs(other));
        await using var second = await JournalHost.StartOnAsync(other, null, Anchor(toOne, one), Logs(one));
        (toOne.Target, toOther.Target) = (first.Http, second.Http);

        await PostAsync(first, "to the first");
        await PostAsync(second, "to the second");

        await CosignedAsync(one, other, await CoverAsync(first));
        await CosignedAsync(other, one, await CoverAsync(second));
        var served = SignedNote.Parse(await _http.GetByteArrayAsync(
            new Uri(first.Http, $"/log/cosigned/{Key(other).Id:x8}"), Token).Within());
        Cosignature.TimeOf(served, Key(other)).ShouldNotBeNull();

        var anchors = await AnchorSources.ReadAsync([$"{toOther.Address}#{Key(other)}"], one.ReadVerifier(), Token);
        anchors.ShouldHaveSingleItem().Note.IsSignedBy(one.ReadVerifier()).ShouldBeTrue();
        await first.StopAsync();
        var report = new Verifier(new(one) { Anchors = anchors }, TimeProvider.System).Run(Token);
        report.Damages.ShouldBeEmpty();
        report.AnchoredFrames.ShouldBe(anchors[0].Checkpoint.Size);
    }

    [Fact]
    public async Task Anchors_AWitnessThatIsAway_HoldsUpNothingAndIsCaughtUpWith()
    {
        var (one, other) = (JournalHost.Make(_one), JournalHost.Make(_other));
        var (file, started) = (_one.Combine("anchors"), TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds() / 1000.0);
        await using var relay = await WitnessRelay.StartAsync();
        await using var witness = await JournalHost.StartOnAsync(other, null, Logs(one));
        await using var host = await JournalHost.StartOnAsync(one, null, $"{Anchor(relay, other)},{file}");
        await PostAsync(host, "while it is away");
        var note = await host.Writer.CoverAsync(2).Within();

        await Deadline.UntilAsync(() => File.Exists(file) && File.ReadAllText(file).Contains(note.Signatures[0].ToString()));
        await Deadline.UntilAsync(() => host.Logged.Any(line => line.Contains("does not take checkpoints", StringComparison.Ordinal)));
        Directory.Exists(one.Cosigned).ShouldBeFalse();
        var before = await OldestAnchorAsync(host);
        before.ShouldBeGreaterThan(started); // the start, so that the rule finds a place that never had one

        relay.Target = witness.Http;
        await CosignedAsync(one, other, Checkpoint.Parse(note.Text).Size);
        await Deadline.UntilAsync(() => host.Logged.Any(line => line.Contains("takes checkpoints again", StringComparison.Ordinal)));
        (await OldestAnchorAsync(host)).ShouldBeGreaterThan(before);
        (await OldestAnchorAsync(witness)).ShouldBe(0);
        (await MetricAsync(witness, "journal_witness_answers_total{answer=\"cosigned\"}")).ShouldNotBe("0");
    }

    [Fact]
    public async Task AddCheckpoint_EachRefusal_HasTheStatusOfTheProtocol()
    {
        var log = SigningKey.Create("log.example/a");
        await using var host = await JournalHost.StartOnAsync(
            JournalHost.Make(_one), record => record.Message.Contains("two histories", StringComparison.Ordinal),
            $"Witness:Logs={log.Verifier}");

        (await OfferAsync(host, Offer(log, 0, 5, 1))).Status.ShouldBe(HttpStatusCode.OK);
        (await OfferAsync(host, Offer(log, 0, 9, 1))).ShouldBe((HttpStatusCode.Conflict, "text/x.tlog.size", "5\n"));
        (await OfferAsync(host, Offer(log, 5, 5, 2))).ShouldBe((HttpStatusCode.Conflict, "text/x.tlog.size", "5\n"));
        (await OfferAsync(host, Offer(log, 5, 9, 2))).Status.ShouldBe(HttpStatusCode.UnprocessableEntity);
        (await OfferAsync(host, Offer(log, 9, 5, 1))).Status.ShouldBe(HttpStatusCode.BadRequest);
        (await OfferAsync(host, Offer(SigningKey.Create("log.example/a"), 5, 5, 1))).Status.ShouldBe(HttpStatusCode.Forbidden);
        (await OfferAsync(host, Offer(SigningKey.Create("log.example/b"), 5, 5, 1))).Status.ShouldBe(HttpStatusCode.NotFound);
        (await OfferAsync(host, "old 5\n"u8.ToArray())).Status.ShouldBe(HttpStatusCode.BadRequest);
        (await OfferAsync(host, new byte[CheckpointOffer.MaxBytes + 1])).Status.ShouldBe(HttpStatusCode.RequestEntityTooLarge);

        var (status, type, text) = await OfferAsync(host, Offer(log, 5, 5, 1));
        (status, type).ShouldBe((HttpStatusCode.OK, "text/plain"));
        var note = CheckpointOffer.Parse(Offer(log, 5, 5, 1)).Note;
        Cosignature.TimeOf(note.With(NoteSignature.Parse(text.TrimEnd('\n'))), Key(host.Folder)).ShouldNotBeNull();
        host.Logged.ShouldContain(line => line.Contains("two histories", StringComparison.Ordinal));
        host.Logged.ShouldContain(line => line.Contains("did not prove that it continues the 5 frames", StringComparison.Ordinal));
        using var unknown = await _http.GetAsync(new Uri(host.Http, "/witnessed/0"), Token).Within();
        unknown.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task Start_AfterAStop_RemembersWhatWasSigned()
    {
        var (folder, log) = (JournalHost.Make(_one), SigningKey.Create("log.example/a"));
        await using (var host = await JournalHost.StartOnAsync(folder, null, $"Witness:Logs={log.Verifier}"))
        {
            (await OfferAsync(host, Offer(log, 0, 5, 1))).Status.ShouldBe(HttpStatusCode.OK);
        }

        await using var next = await JournalHost.StartOnAsync(folder, null, $"Witness:Logs={log.Verifier}");

        (await OfferAsync(next, Offer(log, 0, 9, 2))).ShouldBe((HttpStatusCode.Conflict, "text/x.tlog.size", "5\n"));
        var kept = SignedNote.Parse(await _http.GetByteArrayAsync(
            new Uri(next.Http, $"/witnessed/{Witness.IdOf("log.example/a")}"), Token).Within());
        Checkpoint.Parse(kept.Text).Size.ShouldBe(5);
        Cosignature.TimeOf(kept, Key(folder)).ShouldNotBeNull();
    }

    [Fact]
    public async Task Anchors_AnOlderCopyPutBack_IsToldByTheWitness()
    {
        var (one, other) = (JournalHost.Make(_one), JournalHost.Make(_other));
        await using var witness = await JournalHost.StartOnAsync(other, null, Logs(one));
        var anchor = $"Anchors={witness.Http}#{Key(other)}";
        using var copy = new TempDirectory("copy");
        await (await JournalHost.StartOnAsync(one, null)).DisposeAsync();
        Copy(one.Path, copy.Combine("journal"));
        await using (var host = await JournalHost.StartOnAsync(one, null, anchor))
        {
            for (var line = 0; line < 20; line++)
            {
                await PostAsync(host, $"{line}");
            }

            await CosignedAsync(one, other, await CoverAsync(host));
        }

        Directory.Delete(one.Path, recursive: true);
        Copy(copy.Combine("journal"), one.Path);
        await using var again = await JournalHost.StartOnAsync(
            one, record => record.Message.Contains("another history", StringComparison.Ordinal), anchor);

        await Deadline.UntilAsync(() => again.Logged.Any(line => line.Contains("has seen another history", StringComparison.Ordinal)));
        var anchors = await AnchorSources.ReadAsync([$"{witness.Http}#{Key(other)}"], one.ReadVerifier(), Token);
        new Verifier(new(one) { Anchors = anchors }, TimeProvider.System).Run(Token).IsSound.ShouldBeFalse();

        // Once it is larger than what the witness has signed.
        for (var line = 0; line < 30; line++)
        {
            await PostAsync(again, $"another {line}");
        }

        await Deadline.UntilAsync(() => witness.Logged.Any(line => line.Contains("did not prove that", StringComparison.Ordinal)));
        (await MetricAsync(witness, "journal_witness_answers_total{answer=\"notconsistent\"}")).ShouldNotBe("0");
        (await MetricAsync(witness, "journal_witness_answers_total{answer=\"fork\"}")).ShouldBe("0");
    }

    [Fact]
    public async Task ReadAsync_AWitnessThatHasNotSigned_IsRefused()
    {
        var (one, log) = (JournalHost.Make(_one), SigningKey.Create("log.example/a"));
        await using var witness = await JournalHost.StartOnAsync(one, null, $"Witness:Logs={log.Verifier}");
        var other = CosigningKey.Create("another.example").Verifier;

        (await Should.ThrowAsync<InvalidDataException>(() => AnchorSources.ReadAsync([$"{witness.Http}#{Key(one)}"], log.Verifier, Token)))
            .Message.ShouldContain("no checkpoint of this log");
        await OfferAsync(witness, Offer(log, 0, 5, 1));
        (await AnchorSources.ReadAsync([$"{witness.Http}#{Key(one)}"], log.Verifier, Token)).Count.ShouldBe(1);
        (await Should.ThrowAsync<InvalidDataException>(() => AnchorSources.ReadAsync([$"{witness.Http}#{other}"], log.Verifier, Token)))
            .Message.ShouldContain("not signed by the witness");
    }

    [Theory]
    [InlineData("Anchors=http://127.0.0.1:1", "is not a witness")]
    [InlineData("Anchors=http://127.0.0.1:1#nobody", "is not a witness")]
    [InlineData("Witness:Logs=nobody", "verifier keys")]
    public async Task Start_AKeyThatIsNone_IsRefused(string setting, string part) =>
        (await Should.ThrowAsync<JournalRefusedException>(() => JournalHost.StartAsync(setting))).Message.ShouldContain(part);

    private static string Anchor(WitnessRelay relay, JournalFolder witness) => $"Anchors={relay.Address}#{Key(witness)}";

    private static string Logs(JournalFolder log) => $"Witness:Logs={log.ReadVerifier()}";

    private static CosignerKey Key(JournalFolder folder) => WitnessKeys.LoadOrMake(folder).Verifier;

    /// <summary>An offer whose proof is empty: only from nothing, or to the same size, does it hold.</summary>
    private static byte[] Offer(SigningKey log, long old, long size, byte root)
    {
        var checkpoint = new Checkpoint(log.Verifier.Name, size, SHA256.HashData([root]));
        return new CheckpointOffer(old, [], SignedNote.Sign(checkpoint.Text, log)).ToBytes();
    }

    private static async Task<long> CoverAsync(JournalHost host) =>
        Checkpoint.Parse((await host.Writer.CoverAsync(2).Within()).Text).Size;

    private static void Copy(string from, string to)
    {
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
    }

    /// <summary>Waits until the witness has signed at least that size of the log.</summary>
    private static async Task CosignedAsync(JournalFolder log, JournalFolder witness, long size)
    {
        var (file, key) = (Path.Combine(log.Cosigned, $"{Key(witness).Id:x8}"), Key(witness));
        await Deadline.UntilAsync(() => File.Exists(file) && Checkpoint.Parse(SignedNote.Parse(File.ReadAllBytes(file)).Text).Size >= size);
        var note = SignedNote.Parse(await File.ReadAllBytesAsync(file, Token));
        Cosignature.TimeOf(note, key).ShouldNotBeNull();
        note.IsSignedBy(log.ReadVerifier()).ShouldBeTrue();
    }

    private async Task PostAsync(JournalHost host, string line)
    {
        using var response = await _http.PostAsync(new Uri(host.Http, "/v1/lines"), new StringContent(line), Token).Within();
        response.EnsureSuccessStatusCode();
    }

    private async Task<(HttpStatusCode Status, string? Type, string Text)> OfferAsync(JournalHost host, byte[] offer)
    {
        using var response = await _http.PostAsync(new Uri(host.Http, "/add-checkpoint"), new ByteArrayContent(offer), Token).Within();
        return (response.StatusCode, response.Content.Headers.ContentType?.MediaType, await response.Content.ReadAsStringAsync(Token));
    }

    private async Task<double> OldestAnchorAsync(JournalHost host) =>
        double.Parse(await MetricAsync(host, "journal_oldest_anchor_timestamp_seconds"), CultureInfo.InvariantCulture);

    private async Task<string> MetricAsync(JournalHost host, string series)
    {
        var text = await _http.GetStringAsync(new Uri(host.Http, "/metrics"), Token).Within();
        return text.Split('\n').First(line => line.StartsWith($"{series} ", StringComparison.Ordinal))[(series.Length + 1)..];
    }
}
