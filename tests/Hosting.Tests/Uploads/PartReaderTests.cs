using System.IO.Pipelines;
using System.Text;
using Hosting.Uploads.Multipart;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Net.Http.Headers;

namespace Hosting.Tests.Uploads;

public sealed class PartReaderTests
{
    private const string Boundary = "--b-b";
    private const string Header = "Content-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n";

    public static TheoryData<string, string, string[]> Forms => new()
    {
        { "one part", $"----b-b\r\n{Header}content\r\n----b-b--", ["f: content"] },
        { "empty content", $"----b-b\r\n{Header}\r\n----b-b--\r\n", ["f: "] },
        { "preamble and epilogue", $"before\r\n----b-b\r\n{Header}content\r\n----b-b--\r\nafter", ["f: content"] },
        { "blank line first", $"\r\n----b-b\r\n{Header}content\r\n----b-b--\r\n", ["f: content"] },
        { "spaces after a boundary", $"----b-b \t\r\n{Header}content\r\n----b-b--\r\n", ["f: content"] },
        {
            "other case of a header",
            $"----b-b\r\ncontent-DISPOSITION:form-data;name=f\r\nX: y\r\n\r\ncontent\r\n----b-b--\r\n",
            ["f: content"]
        },
        { "no header", "----b-b\r\n\r\ncontent\r\n----b-b--\r\n", [": content"] },
        { "no disposition of the part before", $"----b-b\r\n{Header}1\r\n----b-b\r\n\r\n2\r\n----b-b--\r\n", ["f: 1", ": 2"] },
        {
            "nearly boundaries",
            $"----b-b\r\n{Header}\r\n\r\n--\r----b-b\n----b-b\r\n----b-\r\n----b-b--\r\n",
            ["f: \r\n\r\n--\r----b-b\n----b-b\r\n----b-"]
        },
    };

    public static TheoryData<string, string> Wrong => new()
    {
        { "", "before its last boundary" },
        { "--", "before its last boundary" },
        { "----b-b", "before its last boundary" },
        { $"----b-b\r\n{Header}content", "before its last boundary" },
        { $"----b-b\r\n{Header}content\r\n----b-", "before its last boundary" },
        { $"----b-b\r\n{Header}content\r\n----b-b-", "before its last boundary" },
        { $"----b-b\r\n{Header}content\r\n----b-bc\r\n", "on its line" },
        { "----b-b\r\nno colon\r\n\r\n", "no name with a colon" },
        { "----b-b\r\n: no name\r\n\r\n", "no name with a colon" },
        { $"----b-b\r\nX: {new string('x', 20_000)}\r\n\r\n", "bytes" },
        { $"----b-b\r\n{string.Concat(Enumerable.Repeat("X: y\r\n", 5_000))}\r\n", "bytes" },
        { $"{new string('x', 70_000)}\r\n----b-b\r\n{Header}\r\n----b-b--", "bytes" },
        { $"----b-b\r\n{Header}\r\n----b-b--{new string('x', 70_000)}", "bytes" },
    };

    [Theory]
    [MemberData(nameof(Forms))]
    public async Task Form_InPiecesOfAnySize_GivesItsParts(string name, string form, string[] expected)
    {
        var bytes = Encoding.Latin1.GetBytes(form);
        foreach (var size in Enumerable.Range(1, bytes.Length))
        {
            (await ReadAsync(bytes, () => size)).ShouldBe(expected, $"{name}, {size} bytes at a time");
        }
    }

    [Theory]
    [MemberData(nameof(Wrong))]
    public async Task WrongForm_InPiecesOfAnySize_IsRefused(string form, string expected)
    {
        var bytes = Encoding.Latin1.GetBytes(form);
        foreach (var size in new[] { 1, 2, 7, 4096, 100_000 })
        {
            var wrong = await Should.ThrowAsync<InvalidDataException>(() => ReadAsync(bytes, () => size));
            wrong.Message.ShouldContain(expected, customMessage: $"{size} bytes at a time");
        }
    }

    /// <summary>ASP.NET's reader is the peer: contents of nothing but what a delimiter is made of, cut at random.</summary>
    [Fact]
    public async Task RandomForms_ReadAsAspNetReadsThem()
    {
        var random = new Random(7);
        for (var round = 0; round < 1_000; round++)
        {
            var form = Encoding.Latin1.GetBytes(RandomForm(random));

            var ours = await ReadAsync(form, () => random.Next(1, 40));

            ours.ShouldBe(await PeerReadAsync(form), Encoding.Latin1.GetString(form));
        }
    }

    private static string RandomForm(Random random)
    {
        var form = new StringBuilder();
        for (var part = random.Next(1, 4); part > 0; part--)
        {
            form.Append("----b-b\r\n").Append(Header);
            for (var i = random.Next(30); i > 0; i--)
            {
                // Not a whole delimiter: what stands between is content.
                form.Append(random.GetItems(["\r\n", "\r", "\n", "--", "-", "--b-", "x", "\r\n----b", "\r\n----b-\r"], 1)[0]);
            }

            form.Append("\r\n");
        }

        return form.Append("----b-b--\r\n").ToString();
    }

    /// <param name="form">The body.</param>
    /// <param name="size">The size of the next piece of it that arrives.</param>
    private static async Task<string[]> ReadAsync(byte[] form, Func<int> size)
    {
        // The next piece arrives when the last one was looked at. Bytes not consumed then are in front of it, in segments of 16.
        var pipe = new Pipe(
            new PipeOptions(pauseWriterThreshold: 1, resumeWriterThreshold: 1, minimumSegmentSize: 1, useSynchronizationContext: false));
        var sending = SendAsync(pipe.Writer, form, size);
        var reader = new PartReader(pipe.Reader, Boundary);
        var parts = new List<string>();
        try
        {
            while (await reader.NextAsync(TestContext.Current.CancellationToken))
            {
                var content = new StringBuilder();
                while (await reader.ReadAsync(TestContext.Current.CancellationToken) is { IsEmpty: false } bytes)
                {
                    content.Append(Encoding.Latin1.GetString(bytes));
                }

                parts.Add($"{HeaderUtilities.RemoveQuotes(reader.Disposition?.Name ?? default)}: {content}");
            }
        }
        finally
        {
            await pipe.Reader.CompleteAsync();
            await sending;
        }

        return [.. parts];
    }

    private static async Task SendAsync(PipeWriter writer, byte[] form, Func<int> size)
    {
        for (var sent = 0; sent < form.Length;)
        {
            var piece = form.AsMemory(sent, Math.Min(size(), form.Length - sent));
            sent += piece.Length;
            if ((await writer.WriteAsync(piece)).IsCompleted)
            {
                break;
            }
        }

        await writer.CompleteAsync();
    }

    private static async Task<string[]> PeerReadAsync(byte[] form)
    {
        var reader = new MultipartReader(Boundary, new MemoryStream(form));
        var parts = new List<string>();
        while (await reader.ReadNextSectionAsync(TestContext.Current.CancellationToken) is { } section)
        {
            var content = new MemoryStream();
            await section.Body.CopyToAsync(content, TestContext.Current.CancellationToken);
            var name = HeaderUtilities.RemoveQuotes(section.GetContentDispositionHeader()!.Name);
            parts.Add($"{name}: {Encoding.Latin1.GetString(content.ToArray())}");
        }

        return [.. parts];
    }
}
