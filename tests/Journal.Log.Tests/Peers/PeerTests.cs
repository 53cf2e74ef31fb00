using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Journal.Log.Proofs;
using Journal.Log.Recipients;
using Journal.Log.Segments;
using Journal.Log.Writing;

namespace Journal.Log.Tests.Peers;

/// <summary>Readers that share no code with the writer: Python's cryptography and zstandard, and openssl.</summary>
public sealed class PeerTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Python_AReaderWrittenFromTheFormat_ReadsAndVerifiesEverything(bool withCurve)
    {
        if (!await HasModulesAsync())
        {
            MissingPeer.Skip("This test needs two modules (Debian: apt-get install python3-cryptography python3-zstandard).");
        }

        using var journal = new TestJournal();
        using var files = new TempDirectory();
        string[] lines = [.. Enumerable.Range(0, 300).Select(number => $"<13>1 - host app - - - line {number} {new string('a', number)}")];
        using var curve = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
        JournalMaker.AddRecipient(journal.Folder, "curve.pem", curve.ExportSubjectPublicKeyInfoPem());
        await journal.WriteAsync(lines[..5]);
        await journal.WriteAsync(lines[5..]); // more than 256 frames: a full tile too
        var key = withCurve ? curve.ExportPkcs8PrivateKeyPem() : TestJournal.Reader.ExportPrivate();
        await File.WriteAllTextAsync(files.Combine("key.pem"), key, Token);
        await File.WriteAllTextAsync(files.Combine("proof"), new Prover(journal.Folder, TestJournal.Reader).Prove(7).Text, Token);

        var output = await DebianPython.RunAsync(Script(), journal.Folder.Path, files.Combine("key.pem"), files.Combine("proof"));

        var printed = output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonNode.Parse(line)!).ToList();
        printed[..^1].Select(record => (string?)record["message"]).ShouldBe(lines);
        printed[..^1].Select(record => (long)record["sequence"]!).ShouldBe(Enumerable.Range(0, 300).Select(number => (long)number));
        ((string?)printed[^1]["proven"]).ShouldBe(lines[7]);
        ((long)printed[^1]["epochs"]!).ShouldBe(2);
    }

    [Fact]
    public async Task OpenSsl_Pkeyutl_UnwrapsASegmentsSecret()
    {
        var openssl = InstalledProgram.SkipUnlessPresent("openssl", "openssl");
        using var journal = new TestJournal();
        using var files = new TempDirectory();
        await journal.WriteAsync(["a"]);
        using var segment = SegmentReader.Open(journal.Folder.ListSegments()[0].Path);
        await File.WriteAllTextAsync(files.Combine("key.pem"), TestJournal.Reader.ExportPrivate(), Token);
        await File.WriteAllBytesAsync(files.Combine("wrapped"), segment.Header.Secrets[0].Bytes, Token);

        using var process = Process.Start(openssl,
        [
            "pkeyutl", "-decrypt", "-inkey", files.Combine("key.pem"), "-in", files.Combine("wrapped"), "-out", files.Combine("secret"),
            "-pkeyopt", "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:sha256", "-pkeyopt", "rsa_mgf1_md:sha256",
        ]);
        await process.WaitForExitAsync(Token).Within();

        process.ExitCode.ShouldBe(0);
        using var keys = new SegmentKeys(await File.ReadAllBytesAsync(files.Combine("secret"), Token));
        SegmentHeader.IsAuthentic(segment.RawHeader, keys).ShouldBeTrue();
        segment.Header.Secrets[0].Fingerprint.ShouldBe(TestJournal.Reader.Fingerprint);
        using var rsa = RSA.Create();
        rsa.ImportFromPem(TestJournal.Reader.ExportPrivate());
        SHA256.HashData(rsa.ExportSubjectPublicKeyInfo()).ShouldBe(TestJournal.Reader.Fingerprint);
    }

    private static string Script([CallerFilePath] string here = "") => Path.Combine(Path.GetDirectoryName(here)!, "reader.py");

    private static async Task<bool> HasModulesAsync()
    {
        if (!File.Exists("/usr/bin/python3"))
        {
            return false;
        }

        using var probe = DebianPython.Start("-c", "import cryptography, zstandard");
        await probe.WaitForExitAsync(Token).Within();
        return probe.ExitCode == 0;
    }
}
