using System.Text;
using Hosting.Lifetime;
using Journal.Features.Bundles;
using Journal.Features.Holds;
using Journal.Features.Redaction;
using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;
using Journal.Log.Folders;
using Journal.Log.Proofs;
using Journal.Log.Recipients;
using Journal.Log.Verifying;
using Journal.Log.Writing;
using Journal.Tests.Search;

namespace Journal.Tests.Redaction;

public sealed class RedactTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Redact_ARecord_DestroysItAndNothingElse()
    {
        using var journal = await WriteAsync();
        await journal.IndexAsync();

        var (code, said) = await RedactAsync(journal.Folder, 4);
        (await RedactAsync(journal.Folder, 6)).Code.ShouldBe(ExitCode.Done);

        code.ShouldBe(ExitCode.Done);
        said.ShouldStartWith("Record 4 is destroyed here. Its hash stays in frame ");
        await using (var host = await JournalHost.StartOnAsync(journal.Folder, null))
        {
            // A start recovers from what is on the disk.
        }

        var (lines, told) = await ReplayAsync(journal.Folder);
        lines.Where(line => line.StartsWith("secret", StringComparison.Ordinal))
            .ShouldBe(["secret 0", "secret 1", "secret 2", "secret 3", "secret 5", "secret 7", "secret 8", "secret 9"]);
        lines.Count(line => line.Contains("\"record redacted\"", StringComparison.Ordinal)).ShouldBe(2);
        told.ShouldContain("2 records of these frames were redacted");
        told.ShouldContain(" 0 places suspicious at replay");
        foreach (var reader in (ReaderKey?[])[null, JournalHost.Reader])
        {
            var report = Verify(journal.Folder, reader);
            report.Damages.ShouldBeEmpty();
            report.Zones.Count(zone => zone.State == FrameState.Redacted).ShouldBe(1);
        }

        journal.Search(new() { Text = new("secret 4", false, false) }).Lines.ShouldBeEmpty();
        journal.Search(new() { Text = new("secret 5", false, false) }).Lines.ShouldBe(["secret 5"]);
        (await journal.CommandAsync(new() { Text = new("secret 5", false, false) }, context: 1)).Output.ShouldNotContain("4-");
        new Prover(journal.Folder, JournalHost.Reader).Prove(5).Check(journal.Folder.ReadVerifier(), out _).ShouldNotBeNull();
        Should.Throw<InvalidDataException>(() => new Prover(journal.Folder, JournalHost.Reader).Prove(4)).Message.ShouldContain(
            "was redacted");
        (await Should.ThrowAsync<JournalRefusedException>(() => RedactAsync(journal.Folder, 4))).Message.ShouldContain("destroyed before");
        var bundle = journal.PathOf("bundle");
        (await new EvidenceExport(journal.Folder, bundle, TextWriter.Null).RunAsync(
            JournalHost.Reader, new() { From = new(3, null), To = new(8, null) }, Token)).ShouldBe(ExitCode.Done);
        (await File.ReadAllTextAsync(Path.Combine(bundle, "frames.jsonl"), Token)).Split("\"redacted\":true").Length.ShouldBe(3);
    }

    [Theory]
    [InlineData("missing", "is missing")]
    [InlineData("flipped", "does not decrypt")]
    [InlineData("cut", "is damaged")]
    public async Task Verify_WhatIsLeftOfARedactedFrame_IsChecked(string way, string expected)
    {
        using var journal = await WriteAsync();
        await RedactAsync(journal.Folder, 4);
        var file = Directory.GetFiles(Path.Combine(journal.Folder.Path, "redactions")).Single();
        var bytes = await File.ReadAllBytesAsync(file, Token);
        File.Delete(file);
        if (way != "missing")
        {
            bytes[^1] ^= 1;
            await File.WriteAllBytesAsync(file, way == "cut" ? bytes[..40] : bytes, Token);
        }

        Verify(journal.Folder, JournalHost.Reader).Damages.ShouldHaveSingleItem().Problem.ShouldContain(expected);
    }

    /// <summary>Whoever destroys stored bytes cannot call it a redaction without the log's signature.</summary>
    [Fact]
    public async Task Verify_AFrameThatIsRedactedWithoutANotice_IsDamaged()
    {
        using var journal = await WriteAsync();
        using var copy = await WriteAsync();
        await RedactAsync(journal.Folder, 4);
        var segment = copy.Folder.ListSegments()[0];
        var original = await File.ReadAllBytesAsync(segment.Path, Token);
        var place = original.AsSpan().LastIndexOf("JFR1"u8) - 5; // the end of the last frame with records
        original[place] ^= 1;
        await File.WriteAllBytesAsync(segment.Path, original, Token);
        Directory.CreateDirectory(Path.Combine(copy.Folder.Path, "redactions"));
        File.Copy(
            Directory.GetFiles(Path.Combine(journal.Folder.Path, "redactions")).Single(),
            JournalFolder.Redaction(segment, Verify(copy.Folder, null).Damages.Single().Frame!.Value));

        Verify(copy.Folder, null).Damages.ShouldHaveSingleItem().Problem.ShouldContain("do not match their hash");
    }

    [Fact]
    public async Task Redact_WhatIsHeldOrNotThere_IsRefused()
    {
        using var journal = await WriteAsync();
        var holds = new HoldCommand(journal.Folder, TextWriter.Null, TextWriter.Null, TimeProvider.System);
        await holds.AddAsync("case", new(2, null), new(5, null), "x");

        var held = (await Should.ThrowAsync<JournalRefusedException>(() => RedactAsync(journal.Folder, 4))).Message;
        held.ShouldContain("may be held");
        held.ShouldEndWith("journal hold release case --reason ...");
        await holds.ReleaseAsync("case", "y");
        (await Should.ThrowAsync<JournalRefusedException>(() => RedactAsync(journal.Folder, 4))).Message.ShouldContain("start the journal");
        (await RedactAsync(journal.Folder, 5)).Code.ShouldBe(ExitCode.Done);
        (await Should.ThrowAsync<InvalidDataException>(() => RedactAsync(journal.Folder, 5000))).Message.ShouldContain(
            "no readable record 5000");
        await using var host = await JournalHost.StartOnAsync(journal.Folder, null);
        (await Should.ThrowAsync<JournalRefusedException>(() => RedactAsync(journal.Folder, 6))).Message.ShouldContain("another server");
    }

    private static async Task<SearchedJournal> WriteAsync()
    {
        var journal = new SearchedJournal();
        await journal.WriteAsync(Enumerable.Range(0, 10).Select(number => $"secret {number}"), 10);
        await journal.WriteAsync(["later"]);
        return journal;
    }

    private static async Task<(int Code, string Said)> RedactAsync(JournalFolder folder, long sequence)
    {
        var said = new StringWriter();
        return (await new RedactCommand(folder, said, TimeProvider.System).RunAsync(JournalHost.Reader, sequence, "a person asked", Token)
            .Within(),
            said.ToString());
    }

    private static VerifyReport Verify(JournalFolder folder, ReaderKey? reader) =>
        new Verifier(new(folder) { Reader = reader }, TimeProvider.System).Run(Token);

    private static async Task<(string[] Lines, string Said)> ReplayAsync(JournalFolder folder)
    {
        var said = new StringWriter();
        using var output = new MemoryStream();
        await new ReplayCommand(folder, new(), RecordFormats.Of(RecordFormats.Raw), said)
            .RunAsync(JournalHost.Reader, null, new StreamSink(output), Token).Within();
        return (Encoding.UTF8.GetString(output.ToArray()).Split('\n', StringSplitOptions.RemoveEmptyEntries), said.ToString());
    }
}
