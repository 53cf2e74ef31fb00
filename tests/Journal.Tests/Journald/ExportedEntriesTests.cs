using System.Text;
using Journal.Features.Journald;

namespace Journal.Tests.Journald;

public sealed class ExportedEntriesTests
{
    private static readonly byte[] Stream =
    [
        .. "\n__CURSOR=a\nMESSAGE=one=1\nPRIORITY=3\n\n"u8,
        .. "__CURSOR=b\nMESSAGE\n"u8, 5, 0, 0, 0, 0, 0, 0, 0, .. "x\n\ny="u8, (byte)'\n', .. "_PID=7\n\n\n"u8,
        .. "__CURSOR=c\nEMPTY=\nMESSAGE\n"u8, 0, 0, 0, 0, 0, 0, 0, 0, .. "\n\n"u8,
    ];

    [Fact]
    public void Next_AStreamCutAnywhere_GivesTheSameEntries()
    {
        var whole = Read(1 << 16, Stream);
        whole.Count.ShouldBe(3);
        whole[0].ShouldBe(("__CURSOR=a\nMESSAGE=one=1\nPRIORITY=3\n", false));
        whole[1].Entry.ShouldEndWith("x\n\ny=\n_PID=7\n");
        for (var cut = 1; cut < Stream.Length; cut++)
        {
            Read(1 << 16, Stream[..cut], Stream[cut..]).ShouldBe(whole, $"cut at {cut}");
        }

        Read(1 << 16, [.. Stream.Select(each => (byte[])[each])]).ShouldBe(whole);
    }

    [Fact]
    public void Next_ALongEntry_KeepsItsBeginningAndReadsOn()
    {
        var entries = Read(480, [.. Encoding.ASCII.GetBytes($"MESSAGE={new string('x', 5000)}\n\n"), .. "MESSAGE=next\n\n"u8]);

        entries.Select(entry => (entry.Entry.Length, entry.IsTruncated)).ShouldBe([(480, true), (13, false)]);
    }

    [Fact]
    public void End_WithinAnEntry_GivesWhatCame()
    {
        Read(480, "MESSAGE=one\nPRIO"u8.ToArray()).ShouldBe([("MESSAGE=one\nPRIO", true)]);
        Read(480, "MESSAGE=one\n"u8.ToArray()).ShouldBe([("MESSAGE=one\n", false)]);
        Read(480, "MESSAGE\n\u0005"u8.ToArray()).ShouldBe([("MESSAGE\n\u0005", true)]);
        Read(480, "\n\n"u8.ToArray()).ShouldBeEmpty();
    }

    public static TheoryData<byte[]> Others { get; } =
    [
        (byte[])[.. "MESSAGE\n"u8, 255, 255, 255, 255, 255, 255, 255, 255],
        (byte[])[.. "MESSAGE\n"u8, 1, 0, 0, 0, 0, 0, 0, 0, .. "ab"u8],
        (byte[])[.. "\0\n"u8],
        Encoding.ASCII.GetBytes(new string('x', 100) + "\n"),
    ];

    [Theory]
    [MemberData(nameof(Others))]
    public void Next_AnotherFormat_IsRefused(byte[] stream) => Should.Throw<InvalidDataException>(() => Read(480, stream));

    private static List<(string Entry, bool IsTruncated)> Read(int maxBytes, params byte[][] pieces)
    {
        var (reader, entries) = (new ExportedEntries(maxBytes), new List<(string, bool)>());
        foreach (var piece in pieces)
        {
            ReadOnlySpan<byte> rest = piece;
            while (reader.Next(ref rest))
            {
                entries.Add((Encoding.UTF8.GetString(reader.Entry), reader.IsTruncated));
            }

            rest.IsEmpty.ShouldBeTrue();
        }

        if (reader.End())
        {
            entries.Add((Encoding.UTF8.GetString(reader.Entry), reader.IsTruncated));
        }

        return entries;
    }
}
