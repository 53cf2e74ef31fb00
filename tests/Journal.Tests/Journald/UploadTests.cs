using System.Net;
using System.Net.Http.Headers;
using System.Text;
using Journal.Features.Replay;
using Journal.Log.Frames;

namespace Journal.Tests.Journald;

/// <summary><c>POST /upload</c>, as systemd-journal-upload sends.</summary>
public sealed class UploadTests
{
    private const string Entry = "__CURSOR=s=1;i=2\n__REALTIME_TIMESTAMP=1764158400000001\n_HOSTNAME=web-1\nSYSLOG_IDENTIFIER=sshd\n"
        + "PRIORITY=3\nSYSLOG_FACILITY=10\n_PID=42\nMESSAGE=Failed password\n";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Upload_Entries_AreStoredWithTheirFields()
    {
        await using var host = await JournalHost.StartAsync();
        var count = 3000;

        using var answer = await PostAsync(host, string.Concat(Enumerable.Repeat(Entry + "\n", count)));

        answer.StatusCode.ShouldBe(HttpStatusCode.Accepted);
        host.Records().Count.ShouldBe(count);
        var fields = SyslogFields.Of(host.Records()[0]);
        (fields.Priority, fields.Severity, fields.Facility, fields.Host, fields.App, fields.Process)
            .ShouldBe((83, 3, 10, "web-1", "sshd", "42"));
        fields.Time.ShouldBe(DateTimeOffset.UnixEpoch.AddTicks(1764158400000001 * TimeSpan.TicksPerMicrosecond));
        Encoding.UTF8.GetString(fields.Text.Span).ShouldBe("Failed password");
        host.Lines().ShouldAllBe(line => line == Entry);
    }

    /// <summary>The end is missing; the fields that came before it are there, and the beginning of the text.</summary>
    [Theory]
    [InlineData("MESSAGE=")]
    [InlineData("MESSAGE\n\xA0\x86\x01\0\0\0\0\0")]
    public async Task Upload_AnEntryThatIsTooLong_KeepsTheFieldsThatCame(string begin)
    {
        await using var host = await JournalHost.StartAsync("MaxMessageBytes=480");
        var head = Entry[..Entry.IndexOf("MESSAGE", StringComparison.Ordinal)];
        var bytes = Encoding.Latin1.GetBytes($"{head}{begin}{new string('x', 100_000)}\n\n");
        using var http = new HttpClient { BaseAddress = host.Http };
        using var content = new ByteArrayContent(bytes);
        content.Headers.ContentType = new("application/vnd.fdo.journal");

        using var answer = await http.PostAsync("/upload", content, Token).Within();

        answer.StatusCode.ShouldBe(HttpStatusCode.Accepted);
        await host.UntilAsync(1);
        var record = host.Records().ShouldHaveSingleItem();
        record.Marks.HasFlag(RecordMarks.Truncated).ShouldBeTrue();
        var fields = SyslogFields.Of(record);
        (fields.Severity, fields.Host, fields.App, fields.Process).ShouldBe((3, "web-1", "sshd", "42"));
        Encoding.UTF8.GetString(fields.Text.Span).Distinct().ShouldBe("x");
    }

    [Fact]
    public async Task Upload_SomethingElse_IsRefusedAndWhatCameBeforeIsStored()
    {
        await using var host = await JournalHost.StartAsync();

        using var other = await PostAsync(host, Entry + "\n\0\n");
        using var empty = await PostAsync(host, "\n");
        using var lines = await PostAsync(host, "a", "text/plain");
        using var packed = await PostAsync(host, "(\xB5", coding: "zstd");

        other.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await other.Content.ReadAsStringAsync(Token)).ShouldContain("After 1 entries, which are stored");
        empty.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await lines.Content.ReadAsStringAsync(Token)).ShouldContain("/v1/lines");
        packed.StatusCode.ShouldBe(HttpStatusCode.UnsupportedMediaType);
        (await packed.Content.ReadAsStringAsync(Token)).ShouldContain("ForceCompression=no");
        await host.UntilAsync(1);
        host.Records().ShouldHaveSingleItem().Marks.ShouldBe(RecordMarks.None);
    }

    private static async Task<HttpResponseMessage> PostAsync(
        JournalHost host, string body, string type = "application/vnd.fdo.journal", string? coding = null)
    {
        using var http = new HttpClient { BaseAddress = host.Http };
        using var content = new StringContent(body, Encoding.UTF8);
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(type);
        if (coding is not null)
        {
            content.Headers.ContentEncoding.Add(coding);
        }

        return await http.PostAsync("/upload", content, Token).Within();
    }
}
