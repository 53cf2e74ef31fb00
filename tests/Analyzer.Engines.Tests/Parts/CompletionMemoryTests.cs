using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Parts;

/// <summary>
/// What an upload holds while its end is worked on: what was kept, and the one stream that is being decoded, with its decrypted copy.
/// </summary>
[Collection(nameof(MemoryTests))]
public sealed class CompletionMemoryTests
{
    private const int Megabyte = 1 << 20;
    private const int Length = 14 * Megabyte;

    /// <summary>
    /// Files that are nearly as long as what is kept, with the megabytes that they may take while they are completed. While kept bytes
    /// grow, the array of 8 MiB before stands beside the new one.
    /// </summary>
    public static TheoryData<string, Func<byte[]>, int> Files() => new()
    {
        { "PDF", () => [.. "%PDF-1.4\n1 0 obj<</Length 14000000>>stream\n"u8, .. new byte[Length]], 2 },
        { "PDF, encrypted", () => [.. "%PDF-1.4\n1 0 obj<<>>stream\n"u8, .. new byte[Length], .. "\ntrailer<</Encrypt 2 0 R>>"u8], 2 + 24 },
        { "macros", () => new OleMaker().Macros("Macros/", ("A", new string('x', Length / 2))).ToArray(), 2 + 16 + 32 },
        { "document", () => new OleMaker().Add("WordDocument", new byte[Length]).ToArray(), 2 + 16 + 16 },
        { "document, encrypted", () => OfficeLocker.Document("VelvetSweatshop", true, new string('x', Length)), 2 + 16 + 32 },
        { "workbook, encrypted", () => OfficeLocker.Workbook("VelvetSweatshop", Records()), 2 + 16 + 32 },
        { "presentation, encrypted", () => OfficeLocker.Presentation("VelvetSweatshop", new byte[Length]), 2 + 16 + 32 },
        { "package, encrypted", () => OfficeLocker.Agile(new byte[Length], "VelvetSweatshop", rounds: 1), 2 + 16 + 32 },
        { "7z", () => [.. "7z\u00BC\u00AF\u0027\u001C"u8, .. new byte[Length]], 2 + 24 },
        { "disk", () => [.. new byte[0x8000], 1, .. "CD001\u0001\0"u8, .. new byte[Length]], 2 + 24 },
        { "RTF's object", () => Samples.Bytes("{\\rtf1{\\object{\\*\\objdata 0105000002" + new string('0', Length)), 2 + 24 },
    };

    [Theory]
    [MemberData(nameof(Files), DisableDiscoveryEnumeration = true)]
    public async Task Complete_LongFile_HoldsWhatItKeptAndOneStreamAsync(string kind, Func<byte[]> make, int megabytes)
    {
        var file = make();
        using var analysis = new FileAnalysis();
        Analyze(analysis, file);
        var before = GC.GetTotalMemory(forceFullCollection: true);
        using var ended = new CancellationTokenSource();
        var most = 0L;
        var sampler = Task.Run(() =>
        {
            do
            {
                most = Math.Max(most, GC.GetTotalMemory(forceFullCollection: true) - before);
            }
            while (!ended.IsCancellationRequested);
        }, TestContext.Current.CancellationToken);

        for (var round = 0; round < 3; round++)
        {
            Analyze(analysis, file);
        }

        await ended.CancelAsync();
        await sampler.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);
        TestContext.Current.SendDiagnosticMessage($"{kind}: {most / (double)Megabyte:F1} MiB");
        most.ShouldBeLessThan(megabytes * (long)Megabyte, kind);
        (GC.GetTotalMemory(forceFullCollection: true) - before).ShouldBeLessThan(2L * Megabyte, $"{kind}, when it is given back");
        GC.KeepAlive(file);
    }

    private static void Analyze(FileAnalysis analysis, byte[] file)
    {
        for (var at = 0; at < file.Length; at += 64 * 1024)
        {
            analysis.Append(file.AsSpan(at, Math.Min(64 * 1024, file.Length - at)));
        }

        analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
        analysis.Reset();
    }

    private static byte[][] Records() =>
        [.. Enumerable.Repeat<byte[]>([0x3C, 0, 0, 0x20, .. new byte[0x2000]], Length / 0x2004)];
}
