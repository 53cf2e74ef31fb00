using System.IO.Compression;
using System.Text;
using Hosting.Lifetime;
using Sigma.Engine.Evaluation;
using Sigma.Streams.Evaluating;
using Sigma.Streams.Events;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Tests;

public sealed class EventLayoutTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("{\"a\":1}\n{\"a\":2}\n\n  \n{\"a\":3}")]
    [InlineData("{\"a\":1}\r\n{\"a\":2}\r\n{\"a\":3}\r\n")]
    [InlineData("\uFEFF{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n")]
    [InlineData("\uFEFF \n\r\n {\"a\":1}\n{\"a\":2}\n{\"a\":3}\n")]
    [InlineData("{\"a\":1}{\"a\":2}{\"a\":3}")] // as Firehose leaves them
    [InlineData("{\"a\":1}, {\"a\":2}\n{\"a\":3}\n")]
    [InlineData("\n [{\"a\":1},{\"a\":2},{\"a\":3}]")]
    [InlineData("[{\"a\":1},{\"a\":2},{\"a\":3}]")]
    [InlineData("[\n  {\n    \"a\": 1\n  },\n  {\n    \"a\": 2\n  },\n  { \"a\": 3 }\n]\n")]
    [InlineData("{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n{\n  \"a\": 3,\n  \"b\": \"}{\\\"\"\n}")]
    [InlineData("{\"a\":1}\r\n{\r\n  \"a\": 2\r\n}\r\n{\"a\":3}\r\n")] // files put together
    public void Read_LinesPrintedObjectsOrAnArray_AreTheSameRecords(string text)
    {
        var utf8 = Encoding.UTF8.GetBytes(text);

        var records = Split(utf8);

        records.Count.ShouldBe(3);
        records.Select(record => record.Index).ShouldBe([0, 1, 2]);
        foreach (var record in records)
        {
            utf8.AsSpan((int)record.Offset, record.Utf8.Length).SequenceEqual(record.Utf8.Span).ShouldBeTrue();
            Encoding.UTF8.GetString(record.Utf8.Span).ShouldContain($"{record.Index + 1}");
        }
    }

    [Fact]
    public void Read_ALineThatIsCutShort_DoesNotSwallowTheNext()
    {
        var records = Split("{\"a\":\n{\"a\":2}\n"u8.ToArray());

        records.Select(record => Encoding.UTF8.GetString(record.Utf8.Span)).ShouldBe(["{\"a\":", "{\"a\":2}"]);
    }

    [Fact]
    public void Read_ACutOffObjectBehindOthersInALine_DoesNotSwallowTheNextLine()
    {
        var records = Split("{\"a\":1}{\"a\":2} {\"a\":\n{\"a\":3}{\"a\":4}\n{\"a\":5}\n"u8.ToArray());

        records.Select(record => Encoding.UTF8.GetString(record.Utf8.Span)).ShouldBe(
            ["{\"a\":1}", "{\"a\":2}", "{\"a\":", "{\"a\":3}", "{\"a\":4}", "{\"a\":5}"]);
    }

    [Fact]
    public void Read_MoreThanABlock_LosesNothing()
    {
        var text = string.Concat(Enumerable.Range(0, 20_000).Select(i => $"{{\"number\":{i},\"text\":\"{new string('x', i % 100)}\"}}\n"));

        var records = Split(Encoding.UTF8.GetBytes(text));

        records.Count.ShouldBe(20_000);
        string.Concat(records.Select(record => Encoding.UTF8.GetString(record.Utf8.Span) + "\n")).ShouldBe(text);
    }

    [Fact]
    public void Read_ALineBeyondTheLimit_IsOneRecordAndTheNextGoesOn()
    {
        var text = $"{{\"a\":1}}\n{{\"a\":\"{new string('x', 3 * RecordLimits.MaxBytes)}\"}}\n{{\"a\":3}}\n";

        var records = Split(Encoding.UTF8.GetBytes(text));

        records.Select(record => record.Utf8.Length > RecordLimits.MaxBytes).ShouldBe([false, true, false]);
        records[2].Offset.ShouldBe(text.Length - "{\"a\":3}\n".Length);
    }

    [Theory]
    [InlineData("[{\"a\":1},", ",{\"a\":3},{\"a\":4}]")]
    [InlineData("{\n  \"a\": 1\n}\n", "\n{\n  \"a\": 3\n}\n{\n  \"a\": 4\n}\n")]
    public void Read_AnObjectBeyondTheLimit_IsOneRecordAndTheNextGoesOn(string before, string after)
    {
        // An object within, lines within, and brackets that are none.
        var inner = string.Concat(Enumerable.Repeat("\n  {\"b\":\"}\\\\\\\"]\"},", RecordLimits.MaxBytes / 4));
        var utf8 = Encoding.UTF8.GetBytes($"{before}{{\"a\":[{inner}{{}}]}}{after}");

        var records = Split(utf8);

        records.Select(record => record.Utf8.Length > RecordLimits.MaxBytes).ShouldBe([false, true, false, false]);
        var texts = records.Where((_, i) => i != 1).Select(record => Encoding.UTF8.GetString(record.Utf8.Span));
        string.Concat(texts.SelectMany(text => text.Where(char.IsAsciiDigit))).ShouldBe("134");
        records[^1].Offset.ShouldBe(utf8.AsSpan().LastIndexOf((byte)'{'));
    }

    [Fact]
    public void Read_AnArrayOfOtherThanObjectsBeyondTheLimit_GoesOnAtTheNextObject()
    {
        var records = Split(Encoding.UTF8.GetBytes($"[\"{new string('x', 3 * RecordLimits.MaxBytes)}\",{{\"a\":2}}]"));

        records.Select(record => record.Utf8.Length > RecordLimits.MaxBytes).ShouldBe([true, false]);
    }

    [Fact]
    [Trait("Category", "Nightly")]
    public void Read_ARecordOfTwoGigabytes_TakesLittleMemoryAndTheNextIsRead()
    {
        const long Length = (1L << 31) + (100 << 20);
        using var stream = new LongRecord(Length, "\"}\n{\"a\":2}\n"u8.ToArray());
        var splitter = new RecordSplitter(stream, "test", Unwrapper.ByItself);

        var first = splitter.Read(TestContext.Current.CancellationToken);
        var live = GC.GetTotalMemory(forceFullCollection: true);
        var second = splitter.Read(TestContext.Current.CancellationToken);

        first.ShouldHaveSingleItem().Utf8.Length.ShouldBe(RecordLimits.MaxBytes + 1);
        second.ShouldHaveSingleItem().Offset.ShouldBe(Length + 3);
        live.ShouldBeLessThan(1L << 30); // the tests beside this one hold some of it
    }

    [Fact]
    public void Scan_ObjectInTwoParts_EndsWhereTheWholeEnds()
    {
        var utf8 = """{"a\\\"}":[{"b":"\\"},"]"]}"""u8.ToArray();

        for (var i = 0; i < utf8.Length; i++)
        {
            var scanner = new RecordScanner();
            scanner.Scan(utf8.AsSpan(0, i)).ShouldBe(-1);
            scanner.Scan([.. utf8.AsSpan(i), (byte)'}']).ShouldBe(utf8.Length - i);
        }
    }

    [Fact]
    public void Read_TextThatIsNoJson_IsNotReadToItsEndFirst()
    {
        var stream = new MemoryStream(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("no json\n", RecordLimits.MaxBytes))));

        new RecordSplitter(stream, "test", Unwrapper.ByItself).Read(TestContext.Current.CancellationToken).ShouldNotBeEmpty();

        stream.Position.ShouldBeLessThan(RecordLimits.MaxBytes);
    }

    [Fact]
    public async Task Eval_FoldersGzipAndStandardInput_KeepTheOrder()
    {
        Write("rules/a.yml", "title: A\nlogsource: { product: x }\ndetection:\n  s:\n    a: 1\n  condition: s");
        Write("rules/b.yml", "title: B\nlogsource: { product: x }\ndetection:\n  s:\n    a|exists: true\n  condition: s");
        Write("events/2.ndjson", "{\"a\":1}\n{\"a\":2}\n");
        await using (var gzip = new GZipStream(File.Create(_folder.Combine("events", "1.ndjson.gz")), CompressionLevel.Fastest))
        {
            gzip.Write("{\"b\":1}\n{\"a\":1}\nbroken\n"u8);
        }

        var result = await EvalCommandTests.EvalAsync([_folder.Combine("rules")], [_folder.Combine("events"), "-"], "[{\"a\":5}]");

        result.Code.ShouldBe(ExitCode.Found);
        result.Alerts.Select(alert => (Rule: alert["rule"]!, Event: alert["event"]!))
            .Select(alert => $"{Path.GetFileName((string)alert.Event["file"]!)}:{alert.Event["index"]} {alert.Rule["title"]}")
            .ShouldBe(["1.ndjson.gz:1 A", "1.ndjson.gz:1 B", "2.ndjson:0 A", "2.ndjson:0 B", "2.ndjson:1 B", "-:0 B"]);
        result.Messages.ShouldContain("record 2 at byte 16: it is not JSON.");
    }

    [Theory]
    [InlineData(nameof(EvaluatorKind.Reference))]
    [InlineData(nameof(EvaluatorKind.Verified))]
    public async Task Eval_OtherEvaluators_SayTheSame(string evaluator)
    {
        var samples = Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "Samples");
        string[] rules = [Path.Combine(samples, "rules")];
        string[] events = [Path.Combine(samples, "events.ndjson")];

        var result = await EvalCommandTests.EvalAsync(rules, events, evaluator: Enum.Parse<EvaluatorKind>(evaluator));

        var fast = await EvalCommandTests.EvalAsync(rules, events);
        result.Code.ShouldBe(ExitCode.Done);
        result.Alerts.Select(alert => alert.ToJsonString()).ShouldBe(fast.Alerts.Select(alert => alert.ToJsonString()));
    }

    private static List<EventRecord> Split(byte[] utf8)
    {
        var splitter = new RecordSplitter(new MemoryStream(utf8), "test", Unwrapper.ByItself);
        var all = new List<EventRecord>();
        while (splitter.Read(TestContext.Current.CancellationToken) is { Count: > 0 } records)
        {
            all.AddRange(records);
        }

        return all;
    }

    private void Write(string file, string text)
    {
        var path = _folder.Combine(file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    /// <summary>A record that is made while it is read.</summary>
    private sealed class LongRecord(long length, byte[] end) : Stream
    {
        private static readonly byte[] Begin = "{\"a\":\""u8.ToArray();

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => length + end.Length;

        public override long Position { get; set; }

        public override int Read(Span<byte> buffer)
        {
            var read = (int)Math.Min(buffer.Length, Length - Position);
            buffer = buffer[..read];
            buffer.Fill((byte)'x');
            Copy(Begin, 0, buffer);
            Copy(end, length, buffer);
            Position += read;
            return read;
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override void Flush()
        {
            // Nothing is written.
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        /// <summary>Copies what of a text lies in this part of the stream.</summary>
        private void Copy(byte[] text, long at, Span<byte> buffer)
        {
            for (var i = 0; i < text.Length; i++)
            {
                if (at + i - Position is >= 0 and var place && place < buffer.Length)
                {
                    buffer[(int)place] = text[i];
                }
            }
        }
    }
}
