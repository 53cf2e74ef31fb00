using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text;
using Hosting.Lifetime;
using Journal.Log.Signing;
using Journal.Tests.Search;

namespace Journal.Tests.Evidence;

/// <summary>Bundles are verified by two programs that share no code with the journal: the one within, and a script of the tests.</summary>
public sealed class EvidenceTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Export_WithWitnessAndTimeStamp_IsVerifiedByStrangers()
    {
        await using var authority = await StampingAuthority.StartAsync(isRsa: true);
        using var journal = await EvidenceBundle.WriteAsync(authority);
        var bundle = journal.PathOf("bundle");

        var (code, said) = await EvidenceBundle.ExportAsync(journal, bundle, 3, 17);

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
        using var journal = await EvidenceBundle.WriteAsync(authority);
        var bundle = journal.PathOf("bundle");
        (await EvidenceBundle.ExportAsync(journal, bundle, 3, 17)).Code.ShouldBe(ExitCode.Done);

        await EvidenceBundle.ChangeAsync(bundle, way);

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

        (await Should.ThrowAsync<InvalidDataException>(() => EvidenceBundle.ExportAsync(journal, bundle, 100, 200))).Message.ShouldContain(
            "no record within");
        Directory.Exists(bundle).ShouldBeFalse();
        File.Delete(journal.Folder.ListSegments()[0].Path);
        (await Should.ThrowAsync<InvalidDataException>(() => EvidenceBundle.ExportAsync(journal, bundle, 0, 3))).Message
            .ShouldContain("Records 0 to 1 are not in the log");
        Directory.Exists(bundle).ShouldBeFalse();
        (await EvidenceBundle.ExportAsync(journal, bundle, 2, 3)).Code.ShouldBe(ExitCode.Done);
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
