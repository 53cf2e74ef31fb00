using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using Hosting.Outgoing;
using Trust;

namespace Hosting.Audit;

/// <summary>
/// A journal that stores the records: <c>POST /v1/lines</c> takes a line of JSON for each, and answers when all are on the disk. A batch
/// whose answer is lost is sent again, so a record may be there twice, but never missing.
/// </summary>
internal sealed class AuditJournal : IAuditSink, IDisposable
{
    private const int MaxAnswerBytes = 64 << 10;
    private const int MaxReasonLetters = 200;
    private const string Purpose = "the authorities that signed the journal's certificate";

    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(30);

    private readonly HttpClient _http;
    private readonly Uri _lines;

    /// <exception cref="IOException">The file of authorities cannot be read.</exception>
    /// <exception cref="InvalidDataException">It holds no certificate.</exception>
    public AuditJournal(Uri journal, AuditOptions options)
    {
        _lines = new(journal, "/v1/lines");
        var handler = OutgoingHttp.NewHandler(ConnectTimeout);
        var authorities = options.Authority is { Length: > 0 } file ? Authorities.FromFile(file, Purpose) : Authorities.System;
        ServerVerifier.By(authorities, TimeProvider.System).Apply(handler.SslOptions);
        _http = OutgoingHttp.NewClient(handler, AnswerTimeout, MaxAnswerBytes);
        if (options.Key is { Length: > 0 } key)
        {
            _http.DefaultRequestHeaders.Authorization = new("Bearer", key);
        }
    }

    public string Kind => AuditSinkKind.Remote;

    public string Place => _lines.ToString();

    /// <summary>Each request costs the journal a flush, so records that arrive within this time share one.</summary>
    public TimeSpan Gathering { get; } = TimeSpan.FromMilliseconds(100);

    public void Dispose() => _http.Dispose();

    public async Task WriteAsync(IReadOnlyList<AuditRecord> records, CancellationToken cancellationToken)
    {
        using var lines = new MemoryStream();
        foreach (var record in records)
        {
            lines.Write(record.ToLine());
            lines.WriteByte((byte)'\n');
        }

        using var content = new ByteArrayContent(lines.GetBuffer(), 0, (int)lines.Length);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/x-ndjson");
        try
        {
            using var answer = await _http.PostAsync(_lines, content, cancellationToken);
            var text = Encoding.UTF8.GetString(await answer.Content.ReadAsByteArrayAsync(cancellationToken)); // whichever charset it claims
            if (answer.StatusCode != HttpStatusCode.OK || CountIn(text) != records.Count)
            {
                throw new IOException($"The journal answered {(int)answer.StatusCode}: {text[..Math.Min(text.Length, MaxReasonLetters)]}");
            }
        }
        catch (HttpRequestException failed)
        {
            throw new IOException(failed.Message, failed);
        }
        catch (OperationCanceledException late) when (!cancellationToken.IsCancellationRequested)
        {
            throw new IOException($"The journal has not answered within {AnswerTimeout.TotalSeconds:0} s.", late);
        }
    }

    /// <returns>How many lines are stored, by the answer; null if the answer is not a journal's.</returns>
    private static int? CountIn(string answer)
    {
        try
        {
            using var json = JsonDocument.Parse(answer);
            return json.RootElement.ValueKind == JsonValueKind.Object && json.RootElement.TryGetProperty("count", out var count)
                && count.ValueKind == JsonValueKind.Number && count.TryGetInt32(out var lines) ? lines : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
