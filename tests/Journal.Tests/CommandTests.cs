using System.CommandLine;
using System.Globalization;
using System.Text;
using Hosting.Lifetime;
using Journal.Features.Commands;
using Journal.Features.Ingest;
using Journal.Features.Verify;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Proofs;
using Journal.Log.Recipients;
using Journal.Log.Segments;
using Journal.Log.Senders;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests;

/// <summary>The output and exit codes of the executable's commands, as a person or a script calls them.</summary>
[Trait("Category", "EndToEnd")]
public sealed class CommandTests : IDisposable
{
    private readonly TempDirectory _directory = new("journal-commands");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _directory.Dispose();

    [Theory]
    [InlineData("3", 3)]
    [InlineData("err", 3)]
    [InlineData("Warning", 4)]
    [InlineData("8", null)]
    [InlineData("30", null)]
    [InlineData("-1", null)]
    [InlineData("bad", null)]
    public void Severity_ANumberOrAName_IsRead(string text, int? expected)
    {
        var option = CommandParts.Severity();

        var parsed = new RootCommand { option }.Parse([option.Name, text]);

        parsed.Errors.Count.ShouldBe(expected is null ? 1 : 0);
        (parsed.Errors.Count == 0 ? parsed.GetValue(option) : null).ShouldBe(expected);
    }

    [Fact]
    public async Task Verify_EachOutcome_HasItsExitCode()
    {
        var folder = JournalHost.Make(_directory);
        await StartAndStopAsync(folder);
        var older = _directory.Combine("older");
        File.Copy(folder.Checkpoint, older);

        (await RunAsync(folder, "verify", "--anchor", older)).Code.ShouldBe(ExitCode.Done);
        await StartAndStopAsync(folder);
        (await RunAsync(folder, "verify")).Code.ShouldBe(ExitCode.Done);
        (await RunAsync(folder, "verify", "--anchor", older)).Code.ShouldBe(VerifyCommand.NotAnchored);
        (await RunAsync(folder, "verify", "--max-age", "1.00:00:00")).Code.ShouldBe(ExitCode.Done);
        var (old, said) = await RunAsync(folder, "verify", "--max-age", "00:00:00.001");
        (old, said.Contains(" old.", StringComparison.Ordinal)).ShouldBe((ExitCode.Found, true), said);
        foreach (var text in (string[])["30", "24:00:00", "soon"]) // .NET alone would take the first two for days
        {
            (await RunAsync(folder, "verify", "--max-age", text)).Code.ShouldBe(ExitCode.NotDone);
        }

        (await RunAsync(folder, "verify", "--vkey", "nobody")).Code.ShouldBe(ExitCode.NotDone);
        (await RunAsync(folder, "verify", "--anchor", _directory.Combine("none"))).Code.ShouldBe(ExitCode.NotDone);
        var (none, why) = await RunAsync(new(_directory.Combine("nothing")), "verify");
        (none, why.Contains("is not a journal", StringComparison.Ordinal)).ShouldBe((ExitCode.NotDone, true), why);
    }

    [Fact]
    public async Task Account_ASegmentThatWasJustMade_IsOfTheOneBefore()
    {
        var folder = JournalHost.Make(_directory);
        await StartAndStopAsync(folder);
        var (code, before) = await RunAsync(folder, "account");
        code.ShouldBe(ExitCode.Done, before);
        before.ShouldContain("0  dropped by the kernel at the UDP socket, as far as it says so: Linux does\n"); // elsewhere 0 says nothing
        await File.WriteAllTextAsync(folder.Segment(1000), "JSG2", Token);

        (await RunAsync(folder, "account")).ShouldBe((ExitCode.Done, before));
    }

    [Fact]
    public async Task Readers_AddedAndRemoved_AreThoseOfTheNextSegment()
    {
        var folder = JournalHost.Make(_directory);
        using var another = ReaderKey.Create();
        var file = _directory.Combine("another.pem");
        await File.WriteAllTextAsync(file, another.ExportPublic(), Encoding.ASCII, Token);

        (await RunAsync(folder, "readers", "add", file)).Code.ShouldBe(ExitCode.Done);
        (await RunAsync(folder, "readers", "add", file)).Code.ShouldBe(ExitCode.NotDone);
        Names().ShouldBe(["another", "reader"]);
        (await RunAsync(folder, "readers", "remove", "reader")).Code.ShouldBe(ExitCode.Done);
        (await RunAsync(folder, "readers", "remove", "reader")).Code.ShouldBe(ExitCode.NotDone);
        var (last, said) = await RunAsync(folder, "readers", "remove", "another");
        (last, said.Contains("the last reader", StringComparison.Ordinal)).ShouldBe((ExitCode.NotDone, true), said);
        Names().ShouldBe(["another"]);

        IEnumerable<string?> Names() =>
            Directory.GetFiles(folder.Recipients).Select(Path.GetFileNameWithoutExtension).Order(StringComparer.Ordinal);
    }

    [Fact]
    public async Task Readers_AddedAndRemoved_OpenTheSegmentsOfTheirTimeOnly()
    {
        var folder = JournalHost.Make(_directory);
        using var another = ReaderKey.Create();
        var file = _directory.Combine("another.pem");
        await File.WriteAllTextAsync(file, another.ExportPublic(), Encoding.ASCII, Token);

        await StartAndStopAsync(folder);
        (await RunAsync(folder, "readers", "add", file)).Code.ShouldBe(ExitCode.Done);
        await StartAndStopAsync(folder);
        (await RunAsync(folder, "readers", "remove", "reader")).Code.ShouldBe(ExitCode.Done);
        await StartAndStopAsync(folder);

        folder.ListSegments().Select(segment => (Opens(segment, JournalHost.Reader), Opens(segment, another)))
            .ShouldBe([(true, false), (true, true), (false, true)]);

        static bool Opens(SegmentFile segment, ReaderKey key)
        {
            using var reader = SegmentReader.Open(segment.Path);
            using var keys = key.Open(reader.Header.Secrets, reader.Header.Random);
            return keys is not null;
        }
    }

    [Fact]
    public async Task Account_OfEveryKindOfLoss_AddsUp()
    {
        var folder = JournalHost.Make(_directory);
        await using (var host = await JournalHost.StartOnAsync(folder, null))
        {
            var (ingester, sender) = (host.Services.GetRequiredService<Ingester>(), new Sender(new(SourceKind.Udp, "10.0.0.1:514")));
            ingester.Losses.AddLostInKernel(50);
            ingester.Losses.AddLostHere(7);
            ingester.Refuse(3);
            const string Numbered = "<13>1 - h a - - [meta sequenceId=";
            foreach (var line in (string[])["a", "b\0", "c", $"{Numbered}\"1\"] d", $"{Numbered}\"7\"] e"])
            {
                ingester.TryTake(sender, Encoding.UTF8.GetBytes(line), awaited: true, out _).ShouldBeTrue();
            }

            await host.UntilAsync(5);
        }

        var senders = new SenderFolder(folder);
        senders.Add(SenderKey.Create("web-1"));
        senders.Save("web-1", new(1, 1, 4));

        var (code, output) = await RunAsync(folder, "account");

        code.ShouldBe(ExitCode.Done, output);
        output.Split('\n')[0].ShouldMatch(@"^Until frame \d+, \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ; .* arrives with the next frame.*:$");
        var lines = output.Split('\n')[1..].Select(line => line.Trim().Split("  ", 2)).ToList();
        lines.Select(line => long.Parse(line[0], CultureInfo.InvariantCulture)).ShouldBe([65, -50, -7, -3, 5, 5, 4]);
        lines.Select(line => line[1]).ShouldBe(
        [
            "reached this machine",
            "dropped by the kernel at the UDP socket, as far as it says so: Linux does",
            "dropped here: no room, or the disk took nothing",
            "refused: empty, malformed, or too many connections",
            "stored, 2 of them suspicious at arrival",
            "never came, by the senders' own numbers",
            "datagrams of them were sealed by web-1",
        ]);
    }

    [Fact]
    public async Task ProveAndCheck_AProof_ConvincesUntilItIsChanged()
    {
        var folder = JournalHost.Make(_directory);
        await using (var host = await JournalHost.StartOnAsync(folder, null))
        {
            using var http = new HttpClient { BaseAddress = host.Http };
            using var response = await http.PostAsync("/v1/lines", new StringContent("one\ntwo"), Token).Within();
            response.EnsureSuccessStatusCode();
        }

        var (key, proof) = (_directory.Combine("reader.pem"), _directory.Combine("proof"));
        await File.WriteAllTextAsync(key, JournalHost.Reader.ExportPrivate(), Token);
        var (proved, text) = await RunAsync(folder, "prove", "1", "--key", key);
        proved.ShouldBe(ExitCode.Done, text);
        var (nothing, why) = await RunAsync(folder, "prove", "2", "--key", key);
        (nothing, why.Contains("There is no readable record 2", StringComparison.Ordinal)).ShouldBe((ExitCode.NotDone, true), why);

        var (good, said) = await CheckAsync($"{text}\n");
        (good, said.EndsWith("\ntwo", StringComparison.Ordinal)).ShouldBe((ExitCode.Done, true), said);
        var changed = RecordProof.Parse($"{text}\n");
        changed.Record[^1] ^= 1;
        (await CheckAsync(changed.Text)).ShouldBe((ExitCode.Found, $"{proof} proves nothing: the record is not in the frame."));

        var proofs = _directory.Combine("proofs");
        (await RunAsync(folder, "prove", "0,1", "--key", key, "--out", proofs)).ShouldBe((ExitCode.Done, $"{proofs}: 2 proofs."));
        var (both, names) = await RunAsync(folder, ["check", .. Directory.GetFiles(proofs).Order(), "--vkey", folder.VerifierFile]);
        (both, names.Contains("record 0, ", StringComparison.Ordinal), names.EndsWith("\ntwo", StringComparison.Ordinal))
            .ShouldBe((ExitCode.Done, true, true), names);
        await File.WriteAllTextAsync(Path.Combine(proofs, "0.proof"), changed.Text, Token);
        var (one, which) = await RunAsync(folder, ["check", .. Directory.GetFiles(proofs).Order(), "--vkey", folder.VerifierFile]);
        one.ShouldBe(ExitCode.Found, which);
        which.ShouldContain($"{Path.Combine(proofs, "0.proof")} proves nothing");
        which.ShouldEndWith("\ntwo");
        await File.WriteAllTextAsync(Path.Combine(proofs, "0.proof"), "no proof", Token);
        var (another, all) = await RunAsync(folder, ["check", .. Directory.GetFiles(proofs).Order(), "--vkey", folder.VerifierFile]);
        (another, all.EndsWith("\ntwo", StringComparison.Ordinal)).ShouldBe((ExitCode.Found, true), all);
        all.ShouldContain($"{Path.Combine(proofs, "0.proof")} proves nothing: This is not a proof of a record: it has to begin with");
        (await RunAsync(folder, "prove", "0,1", "--key", key)).Output.ShouldContain("Several proofs need a folder: --out FOLDER.");
        foreach (var odd in (string[])["0;1", "abc", "-1"])
        {
            var (odds, refusal) = await RunAsync(folder, "prove", odd, "--key", key);
            odds.ShouldBe(ExitCode.NotDone, refusal);
            refusal.ShouldContain($"'{odd}' is no record's number, such as 42"); // of two streams, in either order
        }

        async Task<(int Code, string Output)> CheckAsync(string content)
        {
            await File.WriteAllTextAsync(proof, content, Token);
            return await RunAsync(folder, "check", proof, "--vkey", folder.VerifierFile);
        }
    }

    private static Task<(int Code, string Output)> RunAsync(JournalFolder folder, params string[] arguments) =>
        JournalProcess.RunAsync(folder.Path, arguments);

    private static async Task StartAndStopAsync(JournalFolder folder)
    {
        await using var host = await JournalHost.StartOnAsync(folder, null);
    }
}
