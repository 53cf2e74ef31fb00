using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Hosting.Lifetime;
using Journal.Features.Anchors;
using Journal.Features.Bundles;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Tests.Search;
using Trust;

namespace Journal.Tests.Evidence;

/// <summary>Bundles are verified by two programs that share no code with the journal: the one within, and a script of the tests.</summary>
public sealed class EvidenceTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Export_WithWitnessAndTimeStamp_IsVerifiedByStrangers()
    {
        await using var authority = await StampingAuthority.StartAsync(isRsa: true);
        using var journal = await WriteAsync(authority);
        var bundle = journal.PathOf("bundle");

        var (code, said) = await ExportAsync(journal, bundle, 3, 17);

        code.ShouldBe(ExitCode.Done, said);
        var (node, nodeSaid) = await NodeAsync(bundle, $"{journal.Folder.ReadVerifier()}");
        node.ShouldBe(0, nodeSaid);
        nodeSaid.ShouldContain("All records 3 to 16 are there: 14 are proven, 0 were redacted.");
        nodeSaid.ShouldContain("line 3\"");
        nodeSaid.ShouldContain("line 16\"");
        nodeSaid.ShouldNotContain("line 17");
        nodeSaid.ShouldContain("The witness w.example has signed ");
        nodeSaid.ShouldContain("A time stamp says that the checkpoint of ");
        nodeSaid.ShouldContain("It covers all records here.");
        nodeSaid.ShouldContain("It does not cover the last records here.");
        var (python, pythonSaid) = await PythonAsync(bundle, authority);
        python.ShouldBe(0, pythonSaid);
        pythonSaid.ShouldContain("verified");
        pythonSaid.ShouldContain("b'line 16'");
        (await NodeAsync(bundle, $"{SigningKey.Create("another.example/log").Verifier}")).Said.ShouldContain(
            "FAILED: the log has another key");
    }

    /// <summary>Whoever changes a bundle makes its sums anew.</summary>
    [Theory]
    [InlineData("flipped", "was changed", "was changed")]
    [InlineData("removed", "was removed", "was removed")]
    [InlineData("left out", "does not have its", "AssertionError")]
    [InlineData("frame left out", "is missing", "is missing")]
    [InlineData("header", "is not in the signed tree", "is not in the tree")]
    [InlineData("checkpoint", "not signed by the log", "not signed by the log")]
    [InlineData("stamp", "FAILED", "timestamps/")]
    [InlineData("stamp of another", "other content", "timestamps/")]
    [InlineData("proof", "does not fit", "another history")]
    [InlineData("witness", "has not signed", "not signed by the witness")]
    [InlineData("sums", "SHA256SUMS", "SHA256SUMS")]
    public async Task Verify_AChangedBundle_Fails(string way, string byNode, string byPython)
    {
        await using var authority = await StampingAuthority.StartAsync();
        using var journal = await WriteAsync(authority);
        var bundle = journal.PathOf("bundle");
        (await ExportAsync(journal, bundle, 3, 17)).Code.ShouldBe(ExitCode.Done);

        await ChangeAsync(bundle, way);

        var (node, nodeSaid) = await NodeAsync(bundle, $"{journal.Folder.ReadVerifier()}");
        node.ShouldBe(1, nodeSaid);
        nodeSaid.ShouldContain(byNode);
        nodeSaid.ShouldNotContain("Verified.");
        var (python, pythonSaid) = await PythonAsync(bundle, authority);
        python.ShouldBe(1, pythonSaid);
        pythonSaid.ShouldContain(byPython);
        pythonSaid.ShouldNotContain("verified");
    }

    [Fact]
    public async Task Export_WhatCannotBeProven_IsRefusedAndLeavesNothing()
    {
        using var journal = new SearchedJournal();
        await journal.WriteAsync(["a", "b"], 1);
        await journal.WriteAsync(["c"], 1);
        var bundle = journal.PathOf("bundle");

        (await Should.ThrowAsync<InvalidDataException>(() => ExportAsync(journal, bundle, 100, 200))).Message.ShouldContain(
            "no record within");
        Directory.Exists(bundle).ShouldBeFalse();
        File.Delete(journal.Folder.ListSegments()[0].Path);
        (await Should.ThrowAsync<InvalidDataException>(() => ExportAsync(journal, bundle, 0, 3))).Message
            .ShouldContain("Records 0 to 1 are not in the log");
        Directory.Exists(bundle).ShouldBeFalse();
        (await ExportAsync(journal, bundle, 2, 3)).Code.ShouldBe(ExitCode.Done);
    }

    /// <summary>Twenty lines in two segments; a stamp before them, one in the middle, a stamp and a witness after them.</summary>
    private static async Task<SearchedJournal> WriteAsync(StampingAuthority authority)
    {
        var journal = new SearchedJournal();
        using var store = new TimeStampStore(
            authority.Store, new(Authorities.FromFile(authority.CertificateFile, "the test's authority")), TimeSpan.Zero, journal.Folder,
            TimeProvider.System);
        await journal.WriteAsync(Enumerable.Range(0, 2).Select(number => $"line {number}"));
        await store.KeepAsync(Read(journal.Folder), Token).Within();
        await journal.WriteAsync(Enumerable.Range(2, 8).Select(number => $"line {number}"), 5);
        await store.KeepAsync(Read(journal.Folder), Token).Within();
        await journal.WriteAsync(Enumerable.Range(10, 10).Select(number => $"line {number}"), 3);
        await store.KeepAsync(Read(journal.Folder), Token).Within();
        var note = Read(journal.Folder);
        Directory.CreateDirectory(journal.Folder.Cosigned);
        await File.WriteAllBytesAsync(
            Path.Combine(journal.Folder.Cosigned, $"{Witness.Verifier.Id:x8}"),
            note.With(Witness.Sign(note.Text, TimeProvider.System.GetUtcNow())).ToBytes(), Token);
        await journal.WriteAsync(["later"]);
        return journal;
    }

    private static readonly CosigningKey Witness = CosigningKey.Create("w.example");

    private static SignedNote Read(JournalFolder folder) => SignedNote.Parse(File.ReadAllBytes(folder.Checkpoint));

    private static async Task<(int Code, string Said)> ExportAsync(SearchedJournal journal, string bundle, long from, long to)
    {
        var said = new StringWriter();
        var export = new EvidenceExport(journal.Folder, bundle, said) { Witnesses = [Witness.Verifier] };
        return (await export.RunAsync(JournalHost.Reader, new() { From = new(from, null), To = new(to, null) }, Token).Within(),
            said.ToString());
    }

    private static async Task ChangeAsync(string bundle, string way)
    {
        var (frames, stamps) = (Path.Combine(bundle, "frames.jsonl"), Path.Combine(bundle, "timestamps"));
        var lines = (await File.ReadAllLinesAsync(frames, Token)).Select(line => JsonNode.Parse(line)!).ToList();
        var records = lines[1]["records"]!.AsArray();
        switch (way)
        {
            case "flipped":
                var record = Convert.FromBase64String((string)records[0]!["record"]!);
                record[^1] ^= 1;
                records[0]!["record"] = Convert.ToBase64String(record);
                break;
            case "removed":
                byte[] leaf = [0, .. Convert.FromBase64String((string)records[0]!["record"]!)];
                records[0] = new JsonObject { ["hash"] = Convert.ToBase64String(SHA256.HashData(leaf)) };
                break;
            case "left out":
                records.RemoveAt(0);
                break;
            case "frame left out":
                lines.RemoveAt(1);
                break;
            case "header":
                var header = Convert.FromBase64String((string)lines[1]["header"]!);
                header[47] ^= 1; // its time
                lines[1]["header"] = Convert.ToBase64String(header);
                break;
            case "checkpoint":
                var note = await File.ReadAllTextAsync(Path.Combine(bundle, "checkpoint"), Token);
                var size = note.Split('\n')[1];
                await File.WriteAllTextAsync(Path.Combine(bundle, "checkpoint"), note.Replace($"\n{size}\n", $"\n{size}0\n"), Token);
                break;
            case "stamp":
                await FlipLastAsync(Directory.GetFiles(stamps, "*.tsr").Order().First());
                break;
            case "stamp of another":
                var all = Directory.GetFiles(stamps, "*.tsr").Order().ToList();
                File.Copy(all[0], all[1], overwrite: true);
                break;
            case "proof":
                var proof = Directory.GetFiles(stamps, "*.proof").First(file => new FileInfo(file).Length > 0);
                var hashes = await File.ReadAllLinesAsync(proof, Token);
                hashes[0] = Convert.ToBase64String(new byte[32]);
                await File.WriteAllLinesAsync(proof, hashes, Token);
                break;
            case "witness":
                var file = Directory.GetFiles(Path.Combine(bundle, "cosigned"), "*.checkpoint").Single();
                var text = await File.ReadAllTextAsync(file, Token);
                var line = text.Split('\n').Single(each => each.StartsWith("— w.example ", StringComparison.Ordinal));
                var signature = Convert.FromBase64String(line.Split(' ')[2]);
                signature[8] ^= 1; // the time that it names
                await File.WriteAllTextAsync(file, text.Replace(line, $"— w.example {Convert.ToBase64String(signature)}"), Token);
                break;
            default:
                await FlipLastAsync(Path.Combine(bundle, "log.vkey"));
                return;
        }

        await File.WriteAllLinesAsync(frames, lines.Select(line => line.ToJsonString()), Token);
        var sums = Directory.GetFiles(bundle, "*", SearchOption.AllDirectories).Where(file =>
            !file.EndsWith("SHA256SUMS", StringComparison.Ordinal))
            .Select(file => $"{Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(file)))}  "
                + $"{Path.GetRelativePath(bundle, file)}\n");
        await File.WriteAllTextAsync(Path.Combine(bundle, "SHA256SUMS"), string.Concat(sums), Token);
    }

    private static async Task FlipLastAsync(string file)
    {
        var bytes = await File.ReadAllBytesAsync(file, Token);
        bytes[^1] ^= 1;
        await File.WriteAllBytesAsync(file, bytes, Token);
    }

    private static Task<(int Code, string Said)> NodeAsync(string bundle, string key)
    {
        var node = InstalledProgram.SkipUnlessPresent("node", package: "nodejs");
        return RunAsync(node, Path.Combine(bundle, "verify.js"), bundle, key);
    }

    private static Task<(int Code, string Said)> PythonAsync(
        string bundle, StampingAuthority authority, [CallerFilePath] string source = "")
    {
        var python = InstalledProgram.SkipUnlessPresent("python3", package: "python3");
        return RunAsync(python, Path.Combine(Path.GetDirectoryName(source)!, "verify_bundle.py"), bundle, authority.CertificateFile);
    }

    private static async Task<(int Code, string Said)> RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
        })!;
        var error = process.StandardError.ReadToEndAsync(Token);
        var output = await process.StandardOutput.ReadToEndAsync(Token).Within();
        await process.WaitForExitAsync(Token).Within();
        return (process.ExitCode, output + await error);
    }
}
