using Analyzer.Engines.Contract;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Parts;

/// <summary>
/// An upload holds little: what it keeps of formats that are read out of order is bounded for the whole tree of its parts.
/// </summary>
[Collection(nameof(MemoryTests))]
[CollectionDefinition(nameof(MemoryTests), DisableParallelization = true)]
public sealed class MemoryTests
{
    private const int Megabyte = 1 << 20;
    private const int Total = 50 * Megabyte;

    /// <summary>Beginnings of files that go on for 50 MB, with what they may keep of them.</summary>
    public static TheoryData<string, byte[], byte[], int> Files() => new()
    {
        { "unknown", [0xAA], [0xAA, 0xBB, 0xCC], 0 },
        { "text", [.. "text "u8], [.. "more text, "u8], 0 },
        { "PDF", [.. "%PDF-1.4\n1 0 obj<</Length 60000000>>stream\n"u8], [.. "BT (a) Tj ET\n"u8], 0 },
        { "PDF of objects", [.. "%PDF-1.4\n"u8], [.. "1 0 obj<</A(b)>>endobj\n"u8], 0 },
        { "page", [.. "<html><p>"u8], [.. "<b>text</b>"u8], 0 },
        { "XML", [.. "<?xml version='1.0'?><a>"u8], [.. "<b c='d'>text</b>"u8], 0 },
        { "message", [.. "From: a\r\nTo: b\r\nMIME-Version: 1.0\r\n\r\n"u8], [.. "a line of a message\r\n"u8], 0 },
        { "ZIP", [.. "PK\u0003\u0004"u8, 20, 0, 0, 0, 0, 0, .. new byte[8], 0, 0, 0, 0x10, 0, 0, 0, 0x10, 1, 0, 0, 0, .. "a"u8],
            [1, 2, 3], 0 },
        { "RTF's data", [.. "{\\rtf1{\\object{\\*\\objdata "u8], [.. "0105000002"u8], 16 },
        { "compound file", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], [1, 2, 3, 4], 16 },
        { "7z", [.. "7z\u00BC\u00AF\u0027\u001C"u8], [1, 2, 3, 4], 16 },
        { "disk", new byte[0x8000], [1, 2, 3, 4], 16 },
        { "OneNote", NoteStart, [1, 2, 3, 4], 16 },
    };

    private static byte[] NoteStart => [.. OutlookMaker.OneNote()];

    [Theory]
    [MemberData(nameof(Files))]
    public void Append_LongFile_HoldsTwoMegabytesAndTheBudget(string kind, byte[] start, byte[] rest, int budget)
    {
        PartLimits.Default.MaxKeptBytes.ShouldBe(16 * Megabyte);
        using var analysis = new FileAnalysis();
        var piece = Enumerable.Repeat(rest, (64 * 1024 / rest.Length) + 1).SelectMany(bytes => bytes).ToArray();
        analysis.Append(start);
        analysis.Append(piece);
        analysis.Reset();
        var before = GC.GetTotalMemory(forceFullCollection: true);

        analysis.Append(start);
        var most = 0L;
        for (var at = 0; at < Total; at += piece.Length)
        {
            analysis.Append(piece);
            if (at / Megabyte % 10 == 9 && (at + piece.Length) / Megabyte % 10 == 0)
            {
                most = Math.Max(most, GC.GetTotalMemory(forceFullCollection: true) - before);
            }
        }

        most = Math.Max(most, GC.GetTotalMemory(forceFullCollection: true) - before);
        most.ShouldBeLessThan((2L + budget) * Megabyte, kind);
        analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
        analysis.Reset();
        (GC.GetTotalMemory(forceFullCollection: true) - before).ShouldBeLessThan(2L * Megabyte, $"{kind}, when it is given back");
    }
}
